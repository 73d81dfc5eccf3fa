/** The name under which the adapter library knows the mobile wallet; it treats it specially. */
export const MOBILE_WALLET_NAME = "Mobile Wallet Adapter";

const ANDROID = /android/i;
/** A web view inside another app: an in-app browser brings its own wallet. */
const WEB_VIEW = /WebView|Version\/.+Chrome\/|; wv\)/i;

/** True where the mobile protocol reaches wallet apps: a secure page in a browser of Android. */
export function canReachMobileWallets({ navigator, isSecureContext }: Window = window): boolean {
  const { userAgent } = navigator;
  return isSecureContext && ANDROID.test(userAgent) && !WEB_VIEW.test(userAgent);
}
