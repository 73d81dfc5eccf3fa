// One call by each generated client of each base; an answer of another shape does not compile.
import createClient from "openapi-fetch";
import type { paths as ExpressPaths } from "./express.js";
import { createClient as createHeyExpress } from "./hey-express/client/index.js";
import { getHealth as getExpressHealth } from "./hey-express/sdk.gen.js";
import { createClient as createHeyMain } from "./hey-main/client/index.js";
import { getHealth as getMainHealth } from "./hey-main/sdk.gen.js";
import type { paths as MainPaths } from "./main.js";

const [, , host] = process.argv;
const mainUrl = `${host}/api/v1`;
const expressUrl = `${host}/express/v1`;

const main = await createClient<MainPaths>({ baseUrl: mainUrl }).GET("/health");
const express = await createClient<ExpressPaths>({ baseUrl: expressUrl }).GET("/health");
const heyMain = await getMainHealth({ client: createHeyMain({ baseUrl: mainUrl }) });
const heyExpress = await getExpressHealth({ client: createHeyExpress({ baseUrl: expressUrl }) });
const found: (string | undefined)[] = [
  main.data?.status,
  express.data?.status,
  heyMain.data?.status,
  heyExpress.data?.status,
];
if (found.some((status) => status !== "ok")) throw new Error(`answered ${found}`);
