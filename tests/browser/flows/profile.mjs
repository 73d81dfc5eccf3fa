import { checkAccessibility, screenshot } from "../look.mjs";
import { assert, assertEqual, until } from "../steps.mjs";
import { User } from "../user.mjs";

const HOLD_MS = 1_500;

const settingsForm = (page) => page.getByRole("form", { name: "Settings" });

async function saved(page) {
  await settingsForm(page).getByText("Saved.", { exact: true }).waitFor();
}

/** What the server has, asked with the token that the page keeps. */
async function stored(user, name) {
  const { token } = await user.stored("access");
  const response = await fetch(`${user.platform.url}/api/v1/user/${user.address}/profile/${name}`, {
    headers: { Authorization: `Bearer ${token}` },
  });
  assert(response.ok, `${name} answered ${response.status}`);
  return (await response.json()).info;
}

/** The same wallet in a browser that knows nothing else. */
async function otherDevice(user) {
  const { origins } = await user.context.storageState();
  const localStorage = origins
    .flatMap((origin) => origin.localStorage)
    .filter(({ name }) => /burner/i.test(name));
  assert(localStorage.length > 0, "the burner wallet's key was not found");
  const other = new User(user);
  const storageState = { cookies: [], origins: [{ origin: user.platform.url, localStorage }] };
  await other.open("/", { viewport: { width: 1440, height: 900 }, storageState });
  await other.connect();
  assertEqual(other.address, user.address, "the wallet on the other device");
  return other;
}

const sessionRows = (page) =>
  page.getByRole("list", { name: "Your sessions" }).getByRole("listitem");

async function hasSessions(page, count) {
  await until(`${count} sessions in the list`, async () => {
    return (await sessionRows(page).count()) === count;
  });
}

/** Waits until a browser whose session was ended elsewhere says so, and has nothing left of it. */
async function isTold(person) {
  const { page } = person;
  await page.getByText("This browser was signed out: its session was ended elsewhere").waitFor();
  await page
    .locator("[data-sonner-toast]", { hasText: "The wallet is still connected." })
    .waitFor();
  assertEqual(await person.stored("access"), null, "access token");
  assertEqual(await person.stored("refresh"), null, "the session's end");
}

async function signInAgain(person) {
  await person.page.getByRole("main").getByRole("button", { name: "Sign in" }).click();
  await until("the sign-in", () => person.stored("access"));
  await settingsForm(person.page).waitFor();
}

/** Settings, contact details and the confirmation of the risks, kept with the wallet. */
export const flow = {
  name: "profile",
  platform: "calm",
  create(kit) {
    const user = new User(kit);
    const rival = new User(kit);
    const others = [];
    const name = `trader_${Date.now().toString(36)}`;
    const steps = {
      "a visitor tries the three cards without a wallet": async () => {
        await user.open("/onboarding");
        const { page } = user;
        const card = (name) => page.getByRole("region", { name });
        const profit = card("Pick a direction");
        await profit.getByLabel("Leverage").fill("5");
        await profit.getByLabel("Home prices move").fill("-2");
        await profit.getByText("−10%", { exact: true }).waitFor();
        const holding = card("Know what holding costs");
        await holding.getByLabel("Hold for").fill("365");
        await holding.getByText("365 days").waitFor();
        const liquidation = card("Know when you are liquidated");
        await liquidation.getByLabel("Home prices fall").fill("90");
        await liquidation.getByText("Liquidated", { exact: true }).waitFor();
        await page.getByRole("radio", { name: /^Short/ }).click();
        await liquidation.getByLabel("Home prices rise").waitFor();
      },
      "the risks are confirmed once": async () => {
        const { page } = user;
        await user.connect();
        const form = page.getByRole("form", { name: "Risks" });
        await form.getByRole("button", { name: "Confirm" }).click();
        await form.getByText("Please confirm that you have read the risks.").waitFor();
        await form.getByLabel("I understand that I can lose everything I deposit.").check();
        await form.getByRole("button", { name: "Confirm" }).click();
        await page.getByText("Risks confirmed.").waitFor();
        const { isOnboarded } = await stored(user, "onboard");
        assertEqual(isOnboarded, true, "isOnboarded");
      },
      "look at the cards": () =>
        user.look("/onboarding", "onboarding", (page) =>
          page.getByRole("region", { name: "Pick a direction" }).waitFor(),
        ),
      "look at the lessons and the glossary": () =>
        user.look("/learn", "learn", (page) =>
          page.getByRole("region", { name: "Glossary", exact: true }).waitFor(),
        ),
      "a term explains itself and leads to the glossary": async () => {
        const { page } = user;
        await user.goto("/learn");
        await page.getByRole("button", { name: "maintenance margin" }).click();
        const card = page.getByRole("dialog", { name: "Maintenance margin" });
        await card.getByText("The margin required to keep positions.").waitFor();
        await card.getByRole("link", { name: "Learn more" }).click();
        await card.waitFor({ state: "detached" });
        await page.waitForURL(/\/learn#maintenance-margin$/);
        await page.getByLabel("Search terms").fill("skew");
        await page.getByText("Long/short imbalance", { exact: true }).waitFor();
      },
      "no other device asks again": async () => {
        const other = await otherDevice(user);
        others.push(other);
        await other.goto("/onboarding");
        await other.page.getByText("Risks confirmed.").waitFor();
      },
      "settings are kept after a reload, and the theme applies": async () => {
        const { page } = user;
        await user.goto("/profile");
        const form = settingsForm(page);
        await form.getByLabel("Username").fill("a b");
        await form.getByText("Use letters A–Z, digits and underscores only.").waitFor();
        await form.getByLabel("Username").fill(name);
        await form.getByRole("button", { name: "Austin, TX" }).click();
        await form.getByLabel("Default leverage").fill("99");
        await form.getByText(/^At most 10×/).waitFor();
        await form.getByLabel("Default leverage").fill("2.5");
        await form.getByLabel("Theme").selectOption("light");
        await form.getByLabel("Order ticket details").selectOption("advanced");
        await form.getByRole("button", { name: "Save settings" }).click();
        await saved(page);
        await page.locator('html[data-theme="light"]').waitFor();
        await page.reload();
        await form.waitFor();
        assertEqual(await form.getByLabel("Default leverage").inputValue(), "2.5", "leverage");
        assertEqual(await form.getByLabel("Theme").inputValue(), "light", "theme");
        assertEqual(await form.getByLabel("Order ticket details").inputValue(), "advanced", "mode");
        const kept = await page.evaluate(() => JSON.parse(localStorage.getItem("preferences")));
        const { owner, defaultLeverage, tradeMode } = kept;
        const preferences = [owner, defaultLeverage, tradeMode].join(" ");
        assertEqual(preferences, `${user.address} 2.5 advanced`, "preferences");
        await page.locator('html[data-theme="light"]').waitFor();
      },
      "contact details are changed and removed": async () => {
        const { page } = user;
        const form = page.getByRole("form", { name: "Contact details" });
        await form.getByLabel("E-mail").fill("ada@");
        await form.getByText("Enter a valid e-mail address.").waitFor();
        await form.getByLabel("E-mail").fill("ada@mail.example");
        await form.getByLabel("Discord").fill("ada.l");
        await form.getByRole("button", { name: "Save contacts" }).click();
        await form.getByText("Saved.", { exact: true }).waitFor();
        await form.getByLabel("Discord").fill("");
        await form.getByRole("button", { name: "Save contacts" }).click();
        await form.getByText("Saved.", { exact: true }).waitFor();
        const { email, discord } = await stored(user, "communication-methods");
        assertEqual(`${email} ${discord}`, "ada@mail.example null", "contact details");
      },
      "the other device takes the theme over": async () => {
        const [other] = others;
        await other.page.reload();
        await other.page.locator('html[data-theme="light"]').waitFor();
      },
      "a late answer does not put back what was changed since": async () => {
        const { page } = user;
        const form = settingsForm(page);
        let held = 0;
        await page.route("**/profile/settings", async (route) => {
          const isSave = route.request().method() === "PUT";
          if (isSave) held += 1;
          if (isSave && held === 1) {
            await new Promise((resolve) => setTimeout(resolve, HOLD_MS));
          }
          await route.continue();
        });
        await form.getByLabel("Default leverage").fill("3");
        await form.getByRole("button", { name: "Save settings" }).click();
        await form.getByLabel("Default leverage").fill("4");
        await form.getByRole("button", { name: "Save settings" }).click();
        await saved(page);
        assertEqual(await form.getByLabel("Default leverage").inputValue(), "4", "leverage");
        assertEqual((await stored(user, "settings")).defaultLeverage, "4", "at the server");
        assertEqual(held, 2, "saves");
        await page.unroute("**/profile/settings");
      },
      "look at the profile": () =>
        user.look("/profile", "profile", async (page) => {
          await settingsForm(page).waitFor();
          await sessionRows(page).first().waitFor();
        }),
      "a username that is taken is said, and the form kept": async () => {
        await rival.open("/profile");
        await rival.connect();
        const form = settingsForm(rival.page);
        await form.getByLabel("Username").fill(name.toUpperCase());
        kit.watch.expect(/status of 409/); // Chromium logs it
        await form.getByRole("button", { name: "Save settings" }).click();
        await form.getByText("This username is taken.", { exact: false }).waitFor();
        const left = await form.getByLabel("Username").inputValue();
        assertEqual(left, name.toUpperCase(), "what was typed");
      },
      "one's own data are a file": async () => {
        const { page } = user;
        const download = page.waitForEvent("download");
        await page.getByRole("button", { name: "Save as JSON" }).click();
        const stream = await (await download).createReadStream();
        let text = "";
        for await (const chunk of stream) text += chunk;
        const all = JSON.parse(text);
        assertEqual(all.settings.username, name, "the name in the file");
        assertEqual(all.onboarding.isOnboarded, true, "the confirmation in the file");
        assertEqual(all.sessions.length, 2, "sessions in the file");
      },
      "every session of the wallet is listed, this browser's first": async () => {
        const [other] = others;
        await user.goto("/profile");
        await hasSessions(user.page, 2);
        const [own, theirs] = await sessionRows(user.page).allInnerTexts();
        assert(/^This browser\s+Signed in .+ with a signed message/.test(own), own);
        assert(/^Another browser or device\s+Signed in /.test(theirs), theirs);
        const { token } = await other.stored("access");
        const response = await fetch(`${kit.platform.url}/api/v1/auth/sessions`, {
          headers: { Authorization: `Bearer ${token}` },
        });
        const { info } = await response.json();
        assertEqual(info.sessions.length, 2, "sessions as the other browser sees them");
        const current = info.sessions.filter(({ isCurrent }) => isCurrent);
        assertEqual(current.length, 1, "its own session among them");
      },
      "one browser ends the session of the other, which gets a notice": async () => {
        const [other] = others;
        await other.goto("/profile");
        await settingsForm(other.page).waitFor();
        const { token } = await other.stored("access");
        kit.watch.expectAny(/status of 401/); // Chromium logs what an ended session is refused
        await user.page.getByRole("button", { name: /^Sign out the session of/ }).click();
        await user.page.getByText("No other sessions.").waitFor();
        await isTold(other);
        const response = await fetch(`${kit.platform.url}/api/v1/auth/sessions`, {
          headers: { Authorization: `Bearer ${token}` },
        });
        assertEqual(response.status, 401, "the ended session's access token");
        assert((await user.stored("access")) !== null, "the one that ended it is still signed in");
      },
      "the question before all sessions end can be left, and a refusal keeps it": async () => {
        const [other] = others;
        const { page } = other;
        await signInAgain(other);
        await hasSessions(page, 2);
        const dialog = page.getByRole("dialog", { name: "Sign out everywhere" });
        await page.getByRole("button", { name: "Sign out everywhere…" }).click();
        await dialog.waitFor();
        await checkAccessibility(page);
        await screenshot(page, "profile-sign-out");
        await page.keyboard.press("Escape");
        await dialog.waitFor({ state: "detached" });
        assert((await user.stored("access")) !== null, "no session was signed out");
        const pattern = "**/auth/logout-all";
        await page.route(pattern, (route) => route.abort());
        kit.watch.expectAny(/ERR_FAILED/);
        await page.getByRole("button", { name: "Sign out everywhere…" }).click();
        await dialog.getByRole("button", { name: "Sign out other devices" }).click();
        await dialog.getByRole("alert").waitFor();
        await page.unroute(pattern);
      },
      "all others are signed out immediately and get a notice": async () => {
        const [other] = others;
        const dialog = other.page.getByRole("dialog", { name: "Sign out everywhere" });
        kit.watch.expectAny(/status of 401/);
        await dialog.getByRole("button", { name: "Sign out other devices" }).click();
        await other.page.getByText("1 session signed out.").waitFor();
        await hasSessions(other.page, 1);
        await isTold(user);
        await signInAgain(user);
        await hasSessions(user.page, 2);
      },
      "all sessions end, this one too": async () => {
        const [other] = others;
        kit.watch.expectAny(/status of 401/);
        await other.page.getByRole("button", { name: "Sign out everywhere…" }).click();
        await other.page.getByRole("button", { name: "Sign out all devices" }).click();
        await other.page.getByText("Your profile needs your signature").waitFor();
        assertEqual(await other.stored("refresh"), null, "the session's end");
        assertEqual(await other.sessionCookie(), null, "cookie");
        await isTold(user);
        await signInAgain(user);
        await hasSessions(user.page, 1);
      },
      "signing out ends the session at the server": async () => {
        const { page } = user;
        const { value } = await user.sessionCookie();
        await page.getByRole("button", { name: "Sign out this browser" }).click();
        await page.getByText("Your profile needs your signature").waitFor();
        const response = await fetch(`${kit.platform.url}/api/v1/auth/refresh-token`, {
          method: "POST",
          headers: { "Content-Type": "application/json" },
          body: JSON.stringify({ refreshToken: value }),
        });
        assertEqual(response.status, 401, "the ended session's refresh");
        assertEqual(await user.sessionCookie(), null, "cookie");
        await signInAgain(user);
      },
    };
    const end = () => Promise.all([user, rival, ...others].map((person) => person.end()));
    return { steps, end };
  },
};
