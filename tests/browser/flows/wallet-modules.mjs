import { assert, assertEqual, until } from "../steps.mjs";
import { scriptedMetaMask } from "../wallets/metamask.mjs";
import { WalletUser } from "../wallets/wallet-user.mjs";

const PROBE_MS = 5_000;

const IPHONE =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 " +
  "(KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1";

/** MetaMask and Solflare without its extension: loaded and contacted when chosen, not before. */
function create(kit) {
  const user = new WalletUser(kit);
  const metamask = scriptedMetaMask();
  const slow = scriptedMetaMask({ isSlow: true });
  const foreign = [];
  const row = () => user.page.getByRole("dialog").getByRole("button", { name: /^MetaMask/ });
  const wasAsked = () =>
    until("the extension to be asked", () =>
      user.page.evaluate(() => globalThis.metamask.asked > 0),
    );
  const openDialog = () =>
    user.page.getByRole("button", { name: "Connect wallet", exact: true }).click();

  const steps = {
    "MetaMask: an extension that answers after five seconds is not waited for": async () => {
      await user.openWith([slow], "/", { clock: {} });
      await openDialog();
      await wasAsked();
      await user.page.clock.fastForward(PROBE_MS);
      await user.page.evaluate(() => globalThis.metamask.answer());
      await user.page.getByRole("button", { name: "More options" }).waitFor();
      assertEqual(await row().count(), 0, "rows of MetaMask");
      await user.end();
    },
    "MetaMask: one that answers is Detected, and nothing leaves the page yet": async () => {
      await user.openWith([metamask], "/", { isWatched: false });
      await metamask.serve(user.context);
      user.page.on("request", (request) => {
        const { protocol, origin } = new URL(request.url());
        if (protocol === "https:") foreign.push(origin);
      });
      await openDialog();
      await wasAsked();
      await user.page.getByRole("button", { name: /^MetaMask.*Detected/ }).waitFor();
      assertEqual(foreign.join(), "", "requests to other hosts");
    },
    "MetaMask: when it is chosen its window opens, and it signs in": async () => {
      await row().click();
      await user.signedIn(metamask.key);
      assertEqual([...new Set(foreign)].join(), "https://widget.solflare.com", "other hosts");
    },
    "Solflare: its software loads, and its window opens, when it is chosen": async () => {
      await user.end();
      await user.openWith([], "/", { isWatched: false });
      const window = "https://connect.solflare.com/**";
      await user.context.route(window, (route) =>
        route.fulfill({ contentType: "text/html", body: "<!doctype html><title>Solflare</title>" }),
      );
      await openDialog();
      await user.page.getByRole("button", { name: "More options" }).click();
      const loaded = [];
      const isScript = (request) => request.resourceType() === "script";
      user.page.on("request", (request) => isScript(request) && loaded.push(request.url()));
      const opened = user.page.waitForRequest(window);
      await user.page.getByRole("dialog").getByRole("button", { name: "Solflare" }).click();
      await opened;
      assert(loaded.length > 0, "no script was loaded for it");
    },
    "Solflare: on an iPhone it opens the page in its own browser": async () => {
      await user.end();
      await user.openWith([], "/", { isWatched: false, userAgent: IPHONE });
      await user.context.route("https://solflare.com/**", (route) =>
        route.fulfill({ contentType: "text/html", body: "<!doctype html><title>Solflare</title>" }),
      );
      await openDialog();
      await user.page.getByRole("button", { name: "More options" }).click();
      await user.page.getByRole("dialog").getByRole("button", { name: "Solflare" }).click();
      await user.page.waitForURL("https://solflare.com/ul/v1/browse/**");
      const link = new URL(user.page.url());
      const target = decodeURIComponent(link.pathname.split("/").pop());
      assertEqual(new URL(target).origin, user.platform.url, "the page that it opens");
    },
  };
  return { steps, end: () => user.end() };
}

export const flow = { name: "wallet-modules", platform: "calm", create };
