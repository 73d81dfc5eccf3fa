import { expect, it } from "vitest";
import { startGroups } from "./fuzzy";
import { readRecent, rememberRecent } from "./recent";

const entry = (group: string, label: string) => ({ id: label, group, label, hint: "" });

it("keeps the last five, newest first, each once", () => {
  for (const id of ["a", "b", "c", "d", "e", "f", "c"]) rememberRecent(id);
  expect(readRecent()).toEqual(["c", "f", "e", "d", "b"]);
});

it("takes damaged storage for empty", () => {
  for (const text of ["{", "5", '[1,null,"ok"]']) {
    localStorage.setItem("paletteRecent", text);
    expect(readRecent()).toEqual(text.includes("ok") ? ["ok"] : []);
  }
});

it("starts with recent entries, then favorites, then the groups", () => {
  const entries = [entry("Pages", "Status"), entry("Markets", "AUS"), entry("Markets", "HOU")];
  const groups = startGroups(entries, ["HOU", "gone"], ["AUS"], 1);
  expect(groups.map(({ group, entries: rows }) => [group, rows.map(({ id }) => id)])).toEqual([
    ["Recent", ["HOU"]],
    ["Favorites", ["AUS"]],
    ["Pages", ["Status"]],
    ["Markets", ["AUS"]],
  ]);
});
