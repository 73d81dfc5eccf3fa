/** Notices of the operating system, for a page in the background. */
import { create } from "zustand";

const KEY = "alerts-browser";

export type BrowserNotices = "on" | "off" | "blocked" | "missing";

function read(): BrowserNotices {
  if (typeof Notification === "undefined") return "missing";
  if (Notification.permission === "denied") return "blocked";
  if (Notification.permission !== "granted") return "off";
  try {
    return localStorage.getItem(KEY) === "on" ? "on" : "off";
  } catch {
    return "off";
  }
}

export const useBrowserNotices = create<{ readonly state: BrowserNotices }>()(() => ({
  state: read(),
}));

/** Turns them on or off; on asks for the permission, which needs a click. */
export async function setBrowserNotices(isOn: boolean): Promise<void> {
  if (isOn && typeof Notification !== "undefined") await Notification.requestPermission();
  try {
    localStorage.setItem(KEY, isOn ? "on" : "off");
  } catch {
    // Not stored: off after a reload.
  }
  useBrowserNotices.setState({ state: isOn ? read() : read() === "on" ? "off" : read() });
}

/** Shows one while the page is hidden; tabs that have the same one replace each other's. */
export function notifyHidden(id: number, title: string, body: string, open: () => void): void {
  if (!document.hidden || useBrowserNotices.getState().state !== "on") return;
  try {
    const notice = new Notification(title, { body, tag: `acre-alert-${id}` });
    notice.onclick = () => {
      window.focus();
      open();
      notice.close();
    };
  } catch {
    // Chrome on Android has no constructor outside a service worker.
  }
}
