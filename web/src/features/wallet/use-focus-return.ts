import { useLayoutEffect } from "react";

/**
 * Gives the focus back to what had it before a dialog opened. Radix does so only for dialogs with a
 * trigger of their own; ours are opened from elsewhere. A layout effect runs before Radix takes the
 * focus.
 */
export function useFocusReturn(isOpen: boolean): void {
  useLayoutEffect(() => {
    if (!isOpen) return undefined;
    const opener = document.activeElement;
    return () => {
      setTimeout(() => {
        if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
      }, 0);
    };
  }, [isOpen]);
}
