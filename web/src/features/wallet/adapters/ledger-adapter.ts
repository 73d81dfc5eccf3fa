import { LedgerWalletAdapter } from "@solana/wallet-adapter-ledger";
import { toast } from "@/state/toast";

/** The part of WebHID that is asked here; TypeScript's own library does not know it. */
interface NavigatorWithHid {
  readonly hid?: { getDevices(): Promise<readonly { readonly vendorId: number }[]> };
}

/** USB vendor of the devices. */
const LEDGER_VENDOR = 0x2c97;
const HINT_ID = "ledger-waits";
const DONE_MS = 3_000;

/** The Ledger device over WebHID, with what the page needs around it. */
export class LedgerAdapter extends LedgerWalletAdapter {
  /** A page load may not open the browser's device list, so only a device allowed before is used. */
  override async autoConnect(): Promise<void> {
    const devices = (await (navigator as NavigatorWithHid).hid?.getDevices()) ?? [];
    if (devices.some(({ vendorId }) => vendorId === LEDGER_VENDOR)) await this.connect();
  }

  override async connect(): Promise<void> {
    await super.connect();
    const transport = this["_transport"];
    // The transport's error after 15 seconds without an answer on the device.
    transport?.on("unresponsive", () => {
      const description = "It shows what it is asked to sign. Confirm or refuse it there.";
      toast.info("Your Ledger waits for you", { id: HINT_ID, description });
    });
    transport?.on("responsive", () => {
      toast.info("Your Ledger has answered", { id: HINT_ID, description: "", duration: DONE_MS });
    });
  }
}
