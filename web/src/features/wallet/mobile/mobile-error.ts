/** What went wrong with a wallet app, already in words; `isCancelled` when the person said no. */
export class MobileWalletError extends Error {
  override readonly name = "MobileWalletError";
  readonly code: string;
  readonly isCancelled: boolean;

  constructor(code: string, message: string, isCancelled = false) {
    super(message);
    this.code = code;
    this.isCancelled = isCancelled;
  }
}

const DEPTH_MAX = 4;

/** The wallet app's error inside of an adapter's, null when there is none. */
export function mobileErrorIn(error: unknown): MobileWalletError | null {
  let current: unknown = error;
  for (let depth = 0; depth < DEPTH_MAX; depth += 1) {
    if (current instanceof MobileWalletError) return current;
    if (!(current instanceof Error)) return null;
    current = (current as { readonly error?: unknown }).error ?? current.cause;
  }
  return null;
}
