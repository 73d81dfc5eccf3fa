import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root } from "./paths.mjs";
import { until } from "./steps.mjs";

/** Twice the demo's speed: a settlement delay of one index day takes half a minute. */
export const CALM_RATE = 2_880;
/** A day in two seconds: a month's commitment of a liquidity provider takes a minute. */
export const QUICK_RATE = 43_200;
const READY_MAX_MS = 240_000;
const STOP_MAX_MS = 40_000;
const LOG_TAIL_LINES = 25;
const PORTS = 5;

const PYTHON = join(root, ".venv", "bin", "python");
const WEB = join(process.env.ACRE_WEB_DIST || join(root, "web", "dist"), "index.html");

/** The real platform as `make run` starts it, with a home, ports and a speed of its own. */
export class Platform {
  home = mkdtempSync(join(tmpdir(), "acre-"));
  port = 0;
  url = "";
  nodeUrl = "";
  /** When it began to answer; undefined while it is stopped or starts: failed requests are expected then. */
  #upSince;
  #child = null;
  #said = "";
  /** What is set for it beside the settings of every test. */
  env;
  #rate;

  constructor(rate = CALM_RATE, env = {}) {
    this.#rate = rate;
    this.env = { ...env };
    process.once("exit", () => this.#kill());
  }

  async start() {
    for (const [path, command] of [
      [PYTHON, "make build"],
      [WEB, "make web"],
    ]) {
      if (!existsSync(path)) throw new Error(`${path} is missing; run "${command}" first`);
    }
    if (this.port === 0) await this.choosePorts();
    this.#said = "";
    this.#child = spawn(PYTHON, ["-m", "edge.cli", "up", "--with-parent"], {
      cwd: root,
      detached: true,
      stdio: ["ignore", "pipe", "pipe"],
      env: {
        ...process.env,
        ACRE_HOME: this.home,
        ACRE_PORT: String(this.port),
        ACRE_NODE_PORT: String(this.port + 1),
        ACRE_PROFILE: "demo",
        ACRE_TIME_RATE: String(this.#rate),
        ACRE_DATA_DIR: "",
        // The flows name its markets; the newcomer's journey takes what comes by default.
        ACRE_CATALOGUE: "texas",
        ACRE_DEMO_MAKER: "off",
        // So often that a test sees its own claims in a root.
        ACRE_ROOT_INTERVAL_S: "30",
        ACRE_DEMO_TRADERS: "off",
        // All the users of all flows come from one address.
        ACRE_RATE_SCALE: "100",
        DATABASE_URL: "",
        ...this.env,
      },
    });
    for (const stream of [this.#child.stdout, this.#child.stderr]) {
      stream.on("data", (chunk) => {
        this.#said = (this.#said + chunk).slice(-10_000);
      });
    }
    await until("the platform to answer", () => this.#isReady(), { within_ms: READY_MAX_MS });
    this.#upSince = performance.now();
  }

  /** Whether it answered already so long ago, and still does. */
  wasUp(ago_ms) {
    return this.#upSince !== undefined && performance.now() - this.#upSince >= ago_ms;
  }

  /** The address that browsers open; `url` is the server's own. */
  get pageUrl() {
    return this.url;
  }

  async choosePorts() {
    this.port = await freePorts();
    this.url = `http://127.0.0.1:${this.port}`;
    this.nodeUrl = `http://127.0.0.1:${this.port + 1}`;
  }

  async #isReady() {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) {
      throw new StartError(`the platform ended while starting\n${this.describe()}`);
    }
    const answers = await Promise.all(
      ["/api/v1/health", "/express/v1/status", "/"].map((path) => fetch(this.url + path)),
    );
    return answers.every(({ ok }) => ok);
  }

  /** Asks it to stop as Ctrl-C does and waits until it has. */
  async stop() {
    const child = this.#child;
    if (child === null) return;
    this.#upSince = undefined;
    if (child.exitCode === null && child.signalCode === null) {
      child.kill("SIGINT");
      try {
        await until("the platform to stop", () => child.exitCode !== null || child.signalCode, {
          within_ms: STOP_MAX_MS,
        });
      } finally {
        this.#kill();
      }
    }
    this.#child = null;
    if (child.exitCode !== 0) throw new Error(`it stopped with code ${child.exitCode}`);
  }

  /** What it printed and the ends of its logs, for a failure's reader. */
  describe() {
    const logs = join(this.home, "logs");
    const files = existsSync(logs) ? readdirSync(logs) : [];
    const tails = files.map((file) => {
      const lines = readFileSync(join(logs, file), "utf8").trimEnd().split("\n");
      return `--- ${file}\n${lines.slice(-LOG_TAIL_LINES).join("\n")}`;
    });
    return [this.#said, ...tails].join("\n");
  }

  /** Stops whatever still runs and removes its home. */
  async end() {
    await this.stop().catch(() => undefined);
    rmSync(this.home, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }

  /** The whole process group: nothing of it may outlive the test. */
  #kill() {
    if (this.#child?.pid === undefined) return;
    try {
      process.kill(-this.#child.pid, "SIGKILL");
    } catch {
      // It has ended already.
    }
  }
}

class StartError extends Error {
  isFinal = true;
}

function isFree(port) {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(false));
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
  });
}

/** Free ports in a row: web, node, node's websocket, and two of a proxy. */
async function freePorts() {
  for (let attempt = 0; attempt < 50; attempt += 1) {
    const port = 20_000 + Math.floor(Math.random() * 12_000);
    const row = Array.from({ length: PORTS }, (_, place) => port + place);
    const areFree = await Promise.all(row.map(isFree));
    if (areFree.every(Boolean)) return port;
  }
  throw new Error(`no ${PORTS} free ports in a row were found`);
}
