/**
 * One call at a time over all tabs that changes the session cookie of an address, where the browser
 * can tell: answers then set and clear the cookie in the order of the calls.
 */
export async function underLock<T>(address: string, act: () => Promise<T>): Promise<T> {
  const locks = globalThis.navigator?.locks;
  return locks ? await locks.request(`acre-refresh-${address}`, act) : await act();
}
