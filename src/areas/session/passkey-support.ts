/** Whether this browser supports passkeys at all; old browsers and pages without https do not. */
export const hasPasskeys = () => typeof PublicKeyCredential === 'function'

/** Whether the browser offers them among the names it fills in. */
export const fillsPasskeys = async () =>
  hasPasskeys() && ((await PublicKeyCredential.isConditionalMediationAvailable?.().catch(() => false)) ?? false)
