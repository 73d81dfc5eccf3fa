import { lookAt } from "../look.mjs";
import { kindSteps, visitSteps } from "../mobile/connect-checks.mjs";
import { failureSteps } from "../mobile/failure-checks.mjs";
import { Phone } from "../mobile/phone.mjs";

/** The page for users without a wallet. */
function helpSteps({ browser, watch, platform }) {
  return {
    "look at the wallets page": async () => {
      const context = await browser.newContext();
      const isShown = (page) => page.getByText("choose the burner wallet").waitFor();
      await lookAt(browser, watch, context, `${platform.url}/wallets`, "wallets", isShown);
      await context.close();
    },
  };
}

/** Wallet apps on an Android phone, spoken to by the mobile protocol. */
export const flow = {
  name: "mobile",
  platform: "calm",
  isLong: true,
  create(kit) {
    const phone = new Phone(kit);
    const steps = {
      ...helpSteps(kit),
      ...visitSteps(phone),
      ...kindSteps(kit),
      ...failureSteps(kit),
    };
    return { steps, end: () => phone.end() };
  },
};
