import { beforeEach, describe, expect, it, vi } from "vitest";
import { readFavorites, useFavorites } from "./favorites";

describe("favorites", () => {
  beforeEach(() => {
    useFavorites.setState({ symbols: [] });
  });

  it("are kept by the browser", () => {
    useFavorites.getState().toggle("AUS");
    useFavorites.getState().toggle("DAL");
    useFavorites.getState().toggle("AUS");
    expect(useFavorites.getState().symbols).toEqual(["DAL"]);
    expect(readFavorites()).toEqual(["DAL"]);
  });

  it("survive a browser that keeps nothing, or nonsense", () => {
    localStorage.setItem("acre_favourite_markets", "{");
    expect(readFavorites()).toEqual([]);
    localStorage.setItem("acre_favourite_markets", '[1,"SEA"]');
    expect(readFavorites()).toEqual(["SEA"]);
    vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
      throw new Error("full");
    });
    useFavorites.getState().toggle("NYC");
    expect(useFavorites.getState().symbols).toEqual(["NYC"]);
  });
});
