/**
 * Draws the PNG icons of public/icons from favicon.svg, and the picture of links to the site, with
 * the Chromium of the browser tests. Run by hand after a change of favicon.svg; its files are kept.
 */
import { mkdirSync, readFileSync } from "node:fs";
import { launchBrowser } from "../../tests/browser/browser.mjs";

const folder = new URL("../public/icons/", import.meta.url);
const svg = readFileSync(new URL("../public/favicon.svg", import.meta.url), "utf8");
/** Without round corners, for systems that cut the icon themselves. */
const square = svg.replace(/ rx="7"/, "");
const image = (source) => `data:image/svg+xml;base64,${Buffer.from(source).toString("base64")}`;

const icon = (source, share) => `<body style="margin:0;height:100vh;display:grid;place-items:center;
  background:${share === 1 ? "transparent" : "#0a0f14"}">
  <img src="${image(source)}" style="width:${share * 100}vw;height:${share * 100}vh"></body>`;
const link = `<body style="margin:0;height:100vh;display:grid;align-content:center;gap:28px;
  padding:0 96px;box-sizing:border-box;background:#0a0f14;color:#f1f4f6;
  font-family:Inter,system-ui,sans-serif">
  <img src="${image(svg)}" width="120" height="120">
  <b style="font-size:96px;letter-spacing:-0.03em">Acre</b>
  <span style="font-size:40px;color:#bfc5cc">Trade home prices, city by city.</span></body>`;

const PICTURES = [
  ["icon-192.png", 192, 192, icon(svg, 1)],
  ["icon-512.png", 512, 512, icon(svg, 1)],
  // Systems cut up to a fifth off each side of a maskable icon.
  ["icon-maskable-512.png", 512, 512, icon(square, 0.72)],
  ["apple-touch-icon.png", 180, 180, icon(square, 1)],
  ["link.png", 1200, 630, link],
];

mkdirSync(folder, { recursive: true });
const browser = await launchBrowser();
for (const [name, width, height, html] of PICTURES) {
  const page = await browser.newPage({ viewport: { width, height } });
  await page.setContent(html, { waitUntil: "load" });
  const path = new URL(name, folder).pathname;
  await page.screenshot({ path, omitBackground: true });
  await page.close();
}
await browser.close();
