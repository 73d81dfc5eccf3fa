import { useState } from "react";

/**
 * The address that an open dialog is about. It stays when the wallet goes away meanwhile, so that
 * what was typed is still there when the wallet is back.
 */
export function useDialogAddress(isOpen: boolean, address: string | null): string | null {
  const [held, setHeld] = useState(address);
  const wanted = address ?? (isOpen ? held : null);
  if (wanted !== held) setHeld(wanted);
  return wanted;
}
