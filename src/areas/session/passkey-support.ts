/** Whether passkeys can be had here at all: not in an old browser, nor on a page without https. */
export const hasPasskeys = () => typeof PublicKeyCredential === 'function'

/** Whether the browser offers them among the names it fills in. */
export const fillsPasskeys = async () =>
  hasPasskeys() && ((await PublicKeyCredential.isConditionalMediationAvailable?.().catch(() => false)) ?? false)
