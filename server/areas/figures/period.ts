/** First and last day, YYYYMMDD. */
export type Period = { readonly from: number; readonly to: number }
