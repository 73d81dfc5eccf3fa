import { assertEqual, until } from "../steps.mjs";
import { pageModule } from "../wallets/page-module.mjs";
import { scriptedWallet } from "../wallets/standard-wallet.mjs";
import { WalletUser } from "../wallets/wallet-user.mjs";

const TABS = 5;
const CALLS = 5;
const MODULE = "/assets/session-of-a-test.js";
const SOURCE = `
  export { withAccessToken } from "@/api/auth/tokens";
  export { mainApi } from "@/api/http";
`;

/** One session under many hands: calls at the same time, tabs, and the ends of its tokens. */
function create(kit) {
  const user = new WalletUser(kit);
  const wallet = scriptedWallet("Keeper", ["solana:signMessage", "solana:signTransaction"]);
  const refreshes = () => user.calls.filter((call) => call.includes("refresh-token")).length;

  /**
   * So many calls of the page at once that need the session; their answers or messages. By then the
   * tokens given are stored and those of the kinds named are past their time, without a turn in
   * which the page itself could act.
   */
  const callAtOnce = (count, expired, tokens) =>
    user.page.evaluate(
      async ([module, address, times, kinds, stored]) => {
        const { withAccessToken, mainApi } = await import(module);
        for (const [kind, token] of Object.entries(stored)) {
          localStorage.setItem(`user_${kind}_token_info_v2_${address}`, JSON.stringify(token));
        }
        for (const kind of kinds) {
          const key = `user_${kind}_token_info_v2_${address}`;
          const token = JSON.parse(localStorage.getItem(key));
          localStorage.setItem(key, JSON.stringify({ ...token, expirationTime: 1 }));
        }
        const path = `/user/${address}/profile/settings`;
        const call = () => withAccessToken(address, (token) => mainApi.get(path, { token }));
        const answers = await Promise.allSettled(Array.from({ length: times }, call));
        return answers.map(({ status, reason }) => reason?.message ?? status);
      },
      [MODULE, user.address, count, expired, tokens],
    );

  const saysOnly = async (message, { count = 1, expired = [], tokens = {} } = {}) => {
    const answers = [...new Set(await callAtOnce(count, expired, tokens))].join(" | ");
    assertEqual(answers, message, "answers");
  };

  const steps = {
    "five tabs with an expired token make one refresh": async () => {
      await user.openWith([wallet]);
      await user.choose("Keeper");
      await user.signedIn(wallet.key);
      const others = await Promise.all(
        Array.from({ length: TABS - 1 }, async () => {
          const page = await user.context.newPage();
          page.on("request", (request) => {
            const { pathname } = new URL(request.url());
            if (pathname.includes("/auth/")) user.calls.push(`${request.method()} ${pathname}`);
          });
          return page;
        }),
      );
      // Other tabs know the wallet's permission, which this wallet keeps for each tab.
      await user.context.addInitScript(() =>
        sessionStorage.setItem("scripted Keeper is connected", "yes"),
      );
      await user.changeToken("access", { expirationTime: 1 });
      user.takeCalls();
      const pages = [user.page, ...others];
      await Promise.all(pages.map((page) => page.goto(user.platform.url)));
      for (const page of pages) {
        await page.getByRole("button", { name: /^Wallet / }).click();
        await page.getByText("Signed in", { exact: true }).waitFor();
      }
      assertEqual(user.takeCalls(), "POST /api/v1/auth/refresh-token", "calls");
      await Promise.all(others.map((page) => page.close()));
      await user.page.keyboard.press("Escape");
    },
    "five calls at once that meet an expired token share one refresh and are each made again":
      async () => {
        const code = await pageModule(SOURCE);
        await user.page.route(`**${MODULE}`, (route) =>
          route.fulfill({ contentType: "text/javascript", body: code }),
        );
        const old = (await user.stored("access")).token;
        let refused = 0;
        let passed = 0;
        // The server says this of a token after its fifteen minutes.
        await user.page.route("**/profile/settings", async (route) => {
          if (route.request().headers().authorization !== `Bearer ${old}`) {
            passed += 1;
            return route.continue();
          }
          refused += 1;
          const body = {
            message: "Unauthorized: token expired",
            code: "TOKEN_EXPIRED",
            details: {},
            requestId: "r",
            expiredToken: true,
          };
          return route.fulfill({ status: 401, json: body });
        });
        for (let call = 0; call < CALLS; call += 1) user.watch.expect(/401 \(Unauthorized\)/);
        user.takeCalls();
        await saysOnly("fulfilled", { count: CALLS });
        assertEqual(refreshes(), 1, "refreshes");
        assertEqual(`${refused} refused, ${passed} passed`, "5 refused, 5 passed", "calls");
      },
    "without tokens it says so in the contract's words": async () => {
      const access = await user.stored("access");
      await saysOnly("Unauthorized: stored token expired", { expired: ["access", "refresh"] });
      await saysOnly("Unauthorized: no access token stored");
      await user.page.evaluate(
        ([key, token]) =>
          localStorage.setItem(key, JSON.stringify({ ...token, expirationTime: 1 })),
        [`user_access_token_info_v2_${user.address}`, access],
      );
      await saysOnly("Unauthorized: no refresh token");
    },
    "a session that was ended elsewhere asks to log in again": async () => {
      await user.page.reload();
      await user.connected(wallet.key);
      // Once signed in the page reads the profile; the session ends after that.
      const read = user.page.waitForResponse((response) =>
        /profile\/settings$/.test(response.url()),
      );
      await user.menu("Sign in");
      const refresh = await until("the sign-in", () => user.stored("refresh"));
      const tokens = { access: await user.stored("access"), refresh };
      const { value } = await user.sessionCookie();
      user.watch.expectAny(/401 \(Unauthorized\)/); // Chromium logs what is refused
      await read;
      const response = await fetch(`${user.platform.url}/api/v1/auth/logout`, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ refreshToken: value }),
      });
      assertEqual(response.status, 204, "status of the end elsewhere");
      // The user's channel ends with the session, and the page says so without being asked.
      await user.page.getByText("This browser's session was ended elsewhere").waitFor();
      assertEqual(await user.stored("refresh"), null, "the session's end");
      // A missed notification shows at the next call that needs the session.
      await saysOnly("Unauthorized: failed to refresh token, please login again", {
        expired: ["access"],
        tokens,
      });
      await until(
        "the tokens to be forgotten",
        async () => (await user.stored("refresh")) === null,
      );
      assertEqual(await user.sessionCookie(), null, "cookie");
    },
  };
  return { steps, end: () => user.end() };
}

export const flow = { name: "wallet-session", platform: "calm", create };
