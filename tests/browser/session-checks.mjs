import { assert, assertEqual, until } from "./steps.mjs";

/** The session of the user who has just traded. */
export function sessionSteps(user) {
  const stored = (kind) => user.stored(kind);
  return {
    "session: an expired access token is refreshed by one request": async () => {
      const { page } = user;
      const before = { access: await stored("access"), cookie: await user.sessionCookie() };
      const asked = [];
      page.on("request", (request) => {
        if (/\/auth\//.test(request.url())) asked.push(new URL(request.url()).pathname);
      });
      await user.reloadWithToken("access", { expirationTime: 1 });
      await until("a new access token", async () => (await stored("access")).expirationTime > 1);
      const after = { access: await stored("access"), cookie: await user.sessionCookie() };
      assert(after.access.token !== before.access.token, "the access token is still the old one");
      assert(after.cookie.value !== before.cookie.value, "the refresh token was not rotated");
      assertEqual(asked.join(), "/api/v1/auth/refresh-token", "requests");
      const isHttps = user.platform.pageUrl.startsWith("https:");
      assertEqual(after.cookie.secure, isHttps, "Secure");
      assertEqual(after.cookie.name.startsWith("__Secure-"), isHttps, "prefix of the name");
      assert(!(await user.readable()).includes(after.cookie.value), "a script can read the token");
    },
    "session: disconnecting signs out and forgets the tokens and the wallet": async () => {
      const { page } = user;
      const logout = page.waitForResponse((response) => response.url().endsWith("/auth/logout"));
      await page.getByRole("button", { name: /^Wallet / }).click();
      await page.getByText("Signed in", { exact: true }).waitFor();
      await page.getByRole("menuitem", { name: "Disconnect" }).click();
      assertEqual((await logout).status(), 204, "status of the logout");
      await page.getByRole("button", { name: "Connect wallet", exact: true }).waitFor();
      assertEqual(await stored("access"), null, "access token");
      assertEqual(await stored("refresh"), null, "the session's end");
      assertEqual(await user.sessionCookie(), null, "cookie");
      await until("the wallet's name to be forgotten", () =>
        page.evaluate(() => localStorage.getItem("walletName") === null),
      );
    },
  };
}
