import { expect, it } from "vitest";
import { oneAtATime } from "./one-at-a-time";

it("waits for the call before, also for one that fails", async () => {
  const run = oneAtATime();
  const log: string[] = [];
  let endFirst: (error: Error) => void = () => undefined;
  const first = run(
    () =>
      new Promise<void>((_resolve, reject) => {
        log.push("first begins");
        endFirst = reject;
      }),
  );
  const second = run(async () => {
    log.push("second begins");
    return 2;
  });
  await Promise.resolve();
  await Promise.resolve();
  expect(log).toEqual(["first begins"]);
  endFirst(new Error("away"));
  await expect(first).rejects.toThrow("away");
  await expect(second).resolves.toBe(2);
  expect(log).toEqual(["first begins", "second begins"]);
});
