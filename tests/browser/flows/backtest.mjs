import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { output, root } from "../paths.mjs";
import { assert, assertEqual } from "../steps.mjs";
import { User } from "../user.mjs";

const FILE = join(output, "backtest.json");
const RUN = ["buy-and-hold", "momentum", "--symbols", "USA,LA", "--from", "1995", "--to", "2012"];

/** Writes the file of a real run, as a user does. */
function backtest(...words) {
  const python = join(root, ".venv", "bin", "python");
  const done = spawnSync(python, ["-m", "edge.cli", "backtest", ...words, "--save", FILE], {
    cwd: root,
    env: { ...process.env, ACRE_CATALOGUE: "us" },
    encoding: "utf8",
  });
  assert(done.status === 0, done.stderr);
}

async function show(page) {
  await page.getByLabel("Backtest file").setInputFiles(FILE);
  await page.getByRole("region", { name: "Strategies" }).waitFor();
}

/** The file of `acre backtest --save` on its page, which sends nothing of it. */
export const flow = {
  name: "backtest",
  platform: "calm",
  create(kit) {
    const user = new User(kit);
    return {
      steps: {
        "a saved run is shown with its figures": async () => {
          backtest(...RUN, "--fit-years", "8");
          await user.open("/backtest");
          const sent = [];
          user.page.on("request", (request) => request.postData() && sent.push(request.url()));
          await show(user.page);
          const [held, momentum] = JSON.parse(readFileSync(FILE, "utf8")).strategies;
          const table = user.page.getByRole("region", { name: "Strategies" });
          assertEqual(await table.getByRole("row").count(), 3);
          const trades = held.counts.trades + momentum.counts.trades;
          assert(trades > 2, `${trades} trades`);
          await user.page.getByLabel("Strategy", { exact: true }).selectOption("momentum");
          const tests = user.page.getByRole("region", { name: "Test results" });
          assertEqual(await tests.getByRole("row").count(), momentum.folds.length + 1);
          await tests
            .getByText(/lookback_days/)
            .first()
            .waitFor();
          assertEqual(sent.length, 0);
        },
        "another file is refused in words": async () => {
          await user.page.getByLabel("Backtest file").setInputFiles(join(root, "LICENSE"));
          await user.page.getByRole("alert").getByText("The file is not JSON.").waitFor();
        },
        "parameters fitted on the test period are warned of": async () => {
          backtest("momentum", "--symbols", "USA", "--from", "2000", "--to", "2008", "--whole");
          await show(user.page);
          await user.page
            .getByRole("alert")
            .getByText(/fitted on days of the test/)
            .waitFor();
        },
        "look at a backtest": async () => {
          backtest(...RUN, "--fit-years", "8");
          await user.look("/backtest", "backtest", show);
        },
        "look at the page without a file": () =>
          user.look("/backtest", "backtest-empty", (page) =>
            page.getByText("No backtest open").waitFor(),
          ),
      },
      end: () => user.end(),
    };
  },
};
