import { beforeEach, describe, expect, it, vi } from "vitest";
import { readFavourites, useFavourites } from "./model/favourites";

describe("favourites", () => {
  beforeEach(() => {
    useFavourites.setState({ symbols: [] });
  });

  it("are kept by the browser", () => {
    useFavourites.getState().toggle("AUS");
    useFavourites.getState().toggle("DAL");
    useFavourites.getState().toggle("AUS");
    expect(useFavourites.getState().symbols).toEqual(["DAL"]);
    expect(readFavourites()).toEqual(["DAL"]);
  });

  it("survive a browser that keeps nothing, or nonsense", () => {
    localStorage.setItem("acre_favourite_markets", "{");
    expect(readFavourites()).toEqual([]);
    localStorage.setItem("acre_favourite_markets", '[1,"SEA"]');
    expect(readFavourites()).toEqual(["SEA"]);
    vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
      throw new Error("full");
    });
    useFavourites.getState().toggle("NYC");
    expect(useFavourites.getState().symbols).toEqual(["NYC"]);
  });
});
