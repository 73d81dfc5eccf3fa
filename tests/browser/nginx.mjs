import { spawn, spawnSync } from "node:child_process";
import { createHash, X509Certificate } from "node:crypto";
import { chownSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { request } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { requireFromWeb, root } from "./paths.mjs";
import { until } from "./steps.mjs";

const WebSocket = requireFromWeb("ws");

const PROGRAM = "nginx";
const PAGE = join(root, "docs", "operator.md");
const HOST = "acre.test";
const LOOPBACK = "127.0.0.1";
/** Ids of the users `nobody` and `nogroup` in Debian. */
const NOBODY_ID = 65_534;
const START_MAX_MS = 10_000;
const STOP_MAX_MS = 5_000;
const ANSWER_MAX_MS = 20_000;
/** As root's PATH on Debian; other users do not have /usr/sbin on theirs. */
const env = { ...process.env, PATH: `${process.env.PATH}:/usr/sbin:/sbin` };

/** Why no nginx can be run here; null where it can. */
export function whyNoNginx() {
  if (process.platform !== "linux") return "a client's own loopback address needs Linux";
  for (const [program, ...words] of [
    [PROGRAM, "-v"],
    ["openssl", "version"],
    ["setpriv", "--version"],
  ]) {
    if (spawnSync(program, words, { env }).status !== 0) {
      return `${program} is missing (apt install nginx-light openssl util-linux)`;
    }
  }
  return null;
}

/** The server blocks of the operator's page, with host, ports and certificate of this test. */
function documentedBlocks({ port, plainPort, upstreamPort, folder }) {
  const [, text] = /^```nginx\n(.*?)^```$/ms.exec(readFileSync(PAGE, "utf8")) ?? [];
  const replacements = [
    ["listen 443 ssl;", `listen ${LOOPBACK}:${port} ssl;`],
    ["listen 80;", `listen ${LOOPBACK}:${plainPort};`],
    ["/etc/ssl/acre.example.pem", join(folder, "certificate.pem")],
    ["/etc/ssl/private/acre.example.key", join(folder, "key.pem")],
    ["http://127.0.0.1:8080", `http://${LOOPBACK}:${upstreamPort}`],
    ["https://acre.example$", `https://${HOST}:${port}$`],
    ["server_name acre.example;", `server_name ${HOST};`],
  ];
  return replacements.reduce((blocks, [from, to]) => {
    if (!blocks?.includes(from)) throw new Error(`the nginx text of ${PAGE} has no “${from}”`);
    return blocks.replaceAll(from, to);
  }, text);
}

/** What a packaged nginx.conf has around the blocks, with all files in one folder. */
function configuration(folder, blocks) {
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (name) => `${name}_temp_path ${join(folder, name)};`,
  );
  return `daemon off;
pid ${join(folder, "nginx.pid")};
error_log ${join(folder, "error.log")};
events { worker_connections 512; }
http {
access_log off;
${temporary.join("\n")}
${blocks}
}
`;
}

/** A real nginx on loopback as an ordinary user, with a certificate of its own. */
export class Nginx {
  host = HOST;
  url = "";
  plainUrl = "";
  #port = 0;
  #folder = mkdtempSync(join(tmpdir(), "acre-nginx-"));
  #certificate = "";
  #child = null;

  constructor() {
    process.once("exit", () => this.#child?.kill("SIGTERM"));
    const [key, certificate] = ["key.pem", "certificate.pem"].map((name) =>
      join(this.#folder, name),
    );
    const words =
      "req -x509 -nodes -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -sha256 -days 2";
    const subject = ["-subj", `/CN=${HOST}`, "-addext", `subjectAltName=DNS:${HOST}`];
    const files = ["-keyout", key, "-out", certificate];
    const made = spawnSync("openssl", [...words.split(" "), ...subject, ...files], { env });
    if (made.status !== 0) throw new Error(`openssl failed: ${made.stderr}`);
    this.#certificate = readFileSync(certificate, "utf8");
  }

  /** Chromium finds the host on loopback and trusts this one key. */
  get browserArguments() {
    const { publicKey } = new X509Certificate(this.#certificate);
    const der = publicKey.export({ type: "spki", format: "der" });
    const digest = createHash("sha256").update(der).digest("base64");
    return [
      `--host-resolver-rules=MAP ${HOST} ${LOOPBACK}`,
      `--ignore-certificate-errors-spki-list=${digest}`,
    ];
  }

  async start({ port, plainPort, upstreamPort }) {
    this.#port = port;
    this.url = `https://${HOST}:${port}`;
    this.plainUrl = `http://${LOOPBACK}:${plainPort}`;
    const file = join(this.#folder, "nginx.conf");
    const blocks = documentedBlocks({ port, plainPort, upstreamPort, folder: this.#folder });
    writeFileSync(file, configuration(this.#folder, blocks));
    // It ends with this process, also with a killed one.
    const guard = ["--pdeathsig", "TERM"];
    if (process.getuid() === 0) {
      for (const name of ["", "key.pem", "certificate.pem"]) {
        chownSync(join(this.#folder, name), NOBODY_ID, NOBODY_ID);
      }
      guard.push(`--reuid=${NOBODY_ID}`, `--regid=${NOBODY_ID}`, "--clear-groups");
    }
    const words = [...guard, PROGRAM, "-p", this.#folder, "-e", "error.log", "-c", file];
    this.#child = spawn("setpriv", words, { env, stdio: ["ignore", "ignore", "pipe"] });
    let said = "";
    this.#child.stderr.on("data", (chunk) => {
      said = (said + chunk).slice(-4_000);
    });
    await until(
      "nginx to answer",
      async () => {
        if (this.#child.exitCode !== null) {
          throw Object.assign(new Error(`nginx ended: ${said}${this.describe()}`), {
            isFinal: true,
          });
        }
        return (await this.ask("/")).status > 0;
      },
      { within_ms: START_MAX_MS },
    );
  }

  /** One request over TLS, from an address of this machine: status, headers, text. */
  ask(path, { from = LOOPBACK, method = "GET", headers = {}, body } = {}) {
    const options = {
      ...this.#connection(from),
      path,
      method,
      headers: { Host: `${HOST}:${this.#port}`, ...headers },
      agent: false,
      timeout: ANSWER_MAX_MS,
    };
    return new Promise((resolve, reject) => {
      const asked = request(options, (answer) => {
        const chunks = [];
        answer.on("data", (chunk) => chunks.push(chunk));
        answer.on("error", reject);
        answer.on("end", () => {
          const text = Buffer.concat(chunks).toString();
          resolve({ status: answer.statusCode, headers: answer.headers, text });
        });
      });
      asked.on("timeout", () => asked.destroy(new Error(`${path}: no answer in time`)));
      asked.on("error", reject);
      asked.end(body);
    });
  }

  /** Opens a websocket, says one message and returns the first one that is what was looked for. */
  async hear(path, message, isWanted) {
    const { host, port, servername, ca } = this.#connection(LOOPBACK);
    const socket = new WebSocket(`wss://${host}:${port}${path}`, {
      servername,
      ca,
      headers: { Host: `${HOST}:${port}` },
      origin: this.url,
    });
    try {
      return await new Promise((resolve, reject) => {
        setTimeout(() => reject(new Error(`${path}: no such message`)), ANSWER_MAX_MS).unref();
        socket.on("error", reject);
        socket.on("close", (code) => reject(new Error(`${path}: closed with ${code}`)));
        socket.on("open", () => socket.send(JSON.stringify(message)));
        socket.on("message", (data) => {
          const heard = JSON.parse(data.toString());
          if (isWanted(heard)) resolve(heard);
        });
      });
    } finally {
      socket.close();
    }
  }

  #connection(from) {
    const ca = this.#certificate;
    return { host: LOOPBACK, port: this.#port, servername: HOST, localAddress: from, ca };
  }

  describe() {
    try {
      return readFileSync(join(this.#folder, "error.log"), "utf8")
        .split("\n")
        .slice(-20)
        .join("\n");
    } catch {
      return "";
    }
  }

  async stop() {
    const child = this.#child;
    this.#child = null;
    if (child !== null && child.exitCode === null && child.signalCode === null) {
      const hasEnded = new Promise((resolve) => child.once("exit", resolve));
      child.kill("SIGTERM");
      const timer = setTimeout(() => child.kill("SIGKILL"), STOP_MAX_MS);
      await hasEnded;
      clearTimeout(timer);
    }
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
