/** The app's pages on a clinic's payment address: paying, its way back, and the legal texts (decision 0157). */
export const isPaymentPath = (path: string): boolean => /^\/(?:pay|legal)(?:\/|$)/.test(path)
