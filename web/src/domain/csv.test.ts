import { expect, it } from "vitest";
import { toCsv } from "./csv";

it("writes rows as RFC 4180", () => {
  expect(
    toCsv(
      ["a", "b"],
      [
        ["1,5", 'say "so"'],
        [null, -12n],
      ],
    ),
  ).toBe('a,b\r\n"1,5","say ""so"""\r\n,-12\r\n');
});

it("keeps a name from becoming a formula", () => {
  expect(toCsv(["name"], [["=1+1"], ["@x"], ["-2.5"], ["-x"]])).toBe(
    "name\r\n'=1+1\r\n'@x\r\n-2.5\r\n'-x\r\n",
  );
});
