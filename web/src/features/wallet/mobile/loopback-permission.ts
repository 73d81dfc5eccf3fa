import { BLOCKED, mobileError } from "./protocol-words";

/** The lowest port of the protocol; whether anything listens there does not matter. */
const PROBE = "ws://localhost:49152/";

/** What the browser says about reaching apps of this device; null where it knows no such word. */
async function loopbackState(): Promise<PermissionState | null> {
  try {
    const name = "loopback-network" as PermissionName;
    return (await navigator.permissions.query({ name })).state;
  } catch {
    return null;
  }
}

/** Has the browser ask, by trying what it guards; ends when the socket has opened or failed. */
function askByTrying(): Promise<void> {
  return new Promise((resolve) => {
    const socket = new WebSocket(PROBE);
    socket.addEventListener("error", () => resolve());
    socket.addEventListener("open", () => {
      socket.close();
      resolve();
    });
  });
}

/**
 * Makes sure that the page may open the wallet's socket. The browser has to ask before the wallet
 * app comes to the front, where its question would not be seen. A page that lies on this device
 * itself needs no permission, so an undecided state is not a refusal.
 */
export async function allowLoopback(): Promise<void> {
  if ((await loopbackState()) === "prompt") await askByTrying();
  if ((await loopbackState()) === "denied") throw mobileError(BLOCKED);
}
