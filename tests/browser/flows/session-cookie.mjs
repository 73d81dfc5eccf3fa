import { assert, assertEqual, until } from "../steps.mjs";
import { signText } from "../wallets/keys.mjs";
import { scriptedWallet } from "../wallets/standard-wallet.mjs";
import { WalletUser } from "../wallets/wallet-user.mjs";

const FEATURES = ["solana:signMessage", "solana:signTransaction"];
const REFRESH = "/api/v1/auth/refresh-token";
const LOGOUT = "/api/v1/auth/logout";
/** Origins that are missing, hidden, foreign or look alike. */
const FOREIGN = [null, "null", "http://evil.example", "http://127.0.0.1.evil.example"];

/** What scripts of this site and pages of others get of the cookie that holds the refresh token. */
function create(kit) {
  const user = new WalletUser(kit);
  const first = scriptedWallet("First", FEATURES);
  const second = scriptedWallet("Second", FEATURES);

  const hides = async (value) => {
    const text = await user.readable();
    assert(text.includes("user_access_token_info_v2_"), "this is not what the page keeps");
    assert(!text.includes(value), "a script can read the refresh token");
    assertEqual(JSON.parse(text)[2], "", "document.cookie");
    const stored = await user.stored("refresh");
    assertEqual(Object.keys(stored).join(), "expirationTime", "what is stored of the session");
  };

  const isSignedIn = async () => {
    await user.page.getByRole("button", { name: /^Wallet / }).click();
    await user.page.getByText("Signed in", { exact: true }).waitFor();
    await user.page.keyboard.press("Escape");
  };

  /** The code of the server's answer to the browser's cookie with another page's origin. */
  const codeFor = async (origin, path) => {
    const response = await user.context.request.post(user.platform.url + path, {
      headers: origin === null ? {} : { Origin: origin },
      data: { address: user.address },
    });
    return `${response.status()} ${(await response.json()).code}`;
  };

  const steps = {
    "after a sign-in no script can read the refresh token": async () => {
      await user.openWith([first, second]);
      await user.choose("First");
      await user.signedIn(first.key);
      const cookie = await user.sessionCookie();
      assertEqual(cookie.httpOnly, true, "HttpOnly");
      assertEqual(cookie.sameSite, "Strict", "SameSite");
      assertEqual(cookie.path, "/api/v1/auth", "path");
      assertEqual(cookie.domain, "127.0.0.1", "host");
      const { expirationTime } = await user.stored("refresh");
      assert(Math.abs(cookie.expires - expirationTime) < 120, "it does not live as the session");
      assertEqual(cookie.value.length, 43, "length of the token");
      await hides(cookie.value);
    },
    "a reload keeps the session, before and after its access token has expired": async () => {
      user.takeCalls();
      await user.page.reload();
      await isSignedIn();
      assertEqual(user.takeCalls(), "", "calls while the access token lives");
      const before = await user.sessionCookie();
      await user.reloadWithToken("access", { expirationTime: 1 });
      await isSignedIn();
      assertEqual(user.takeCalls(), `POST ${REFRESH}`, "calls after its end");
      const after = await user.sessionCookie();
      assert(after.value !== before.value, "the refresh token was not rotated");
      await hides(after.value);
    },
    "pages of other origins neither refresh nor sign out": async () => {
      const before = await user.sessionCookie();
      for (const path of [REFRESH, LOGOUT]) {
        for (const origin of FOREIGN) {
          const code = await codeFor(origin, path);
          assertEqual(code, "403 ORIGIN_NOT_ALLOWED", `${origin} asks ${path}`);
        }
      }
      assertEqual((await user.sessionCookie()).value, before.value, "cookie");
      await user.page.reload();
      await isSignedIn();
    },
    "another wallet of the browser has a session of its own beside it": async () => {
      const before = await user.sessionCookie();
      await user.menu("Change wallet");
      await user.chooseInDialog("Second");
      await user.signedIn(second.key);
      const own = await user.sessionCookie();
      assert(own.name !== before.name && own.value !== before.value, "one cookie for both");
      await hides(own.value);
      await user.menu("Disconnect");
      await user.disconnected();
      await until("the cookie to go", async () => (await user.sessionCookie()) === null);
    },
    "what an older version stored is dropped and its session ended": async () => {
      const { token } = await oldSession(user, first);
      await user.page.evaluate(
        ([key, stored]) => localStorage.setItem(key, stored),
        [
          `user_refresh_token_info_v2_${first.key.address}`,
          JSON.stringify({ token, expirationTime: 4_000_000_000 }),
        ],
      );
      const out = user.page.waitForResponse((response) => response.url().endsWith(LOGOUT));
      await user.page.reload();
      assertEqual((await out).status(), 204, "status of the logout");
      assert(!(await user.readable()).includes(token), "the old refresh token is still stored");
      const response = await fetch(user.platform.url + REFRESH, json({ refreshToken: token }));
      assertEqual(response.status, 401, "refresh of the old session");
    },
  };
  return { steps, end: () => user.end() };
}

const json = (body) => ({
  method: "POST",
  headers: { "Content-Type": "application/json" },
  body: JSON.stringify(body),
});

/** A session as bots open it, with the refresh token in the body. */
async function oldSession(user, wallet) {
  const base = `${user.platform.url}/api/v1/auth`;
  const { address } = wallet.key;
  const { message } = await (await fetch(`${base}/login/message?address=${address}`)).json();
  const signature = signText(wallet.key, message);
  const response = await fetch(`${base}/login`, json({ address, message, signature }));
  const { info } = await response.json();
  assertEqual(response.status, 200, "status of the login");
  return { token: info.refreshToken };
}

export const flow = { name: "session-cookie", platform: "calm", create };
