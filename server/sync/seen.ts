/**
 * What a cursor says of the feed above the horizon: a long transaction holds the horizon back, and what others have
 * committed above it meanwhile was already sent. Written relative to the horizon, in base 36, so that it costs a few
 * letters and only while a transaction runs.
 */
export type TransactionHorizon = {
  /** All below this transaction id had ended, except those in `open`. */
  readonly until: bigint
  /** Ascending; includes the horizon, which is the lowest. */
  readonly open: readonly bigint[]
}

/** Most open transactions that a cursor names; what began after more than these is sent again, which does no harm. */
const MOST_OPEN = 32

/**
 * What a cursor keeps of PostgreSQL's `xmin:xmax:xip,xip…`: the horizon, and after dots what is seen above it, omitted
 * if that is nothing.
 */
export function placeOf(snapshot: string): string {
  const [xmin = '0', xmax = '0', list = ''] = snapshot.split(':')
  const horizon = BigInt(xmin)
  const running = list ? list.split(',').map(BigInt) : []
  const open = running.slice(0, MOST_OPEN)
  const until = running[MOST_OPEN] ?? BigInt(xmax)
  // nothing has ended between them: everything from the horizon on is unseen
  if (until - horizon <= BigInt(open.length)) return xmin
  const above = [until, ...open.filter((xid) => xid !== horizon)]
  return [xmin, ...above.map((xid) => (xid - horizon).toString(36))].join('.')
}

/** The meaning of a cursor's place. */
export function readSeen(place: string): TransactionHorizon {
  const [xmin = '0', ...above] = place.split('.')
  const horizon = BigInt(xmin)
  const [until = horizon, ...open] = above.map((digits) => horizon + parse36(digits))
  return { until, open: above.length ? [horizon, ...open] : [] }
}

/** Exact beyond 2^53, unlike `Number.parseInt`. */
const parse36 = (digits: string) =>
  [...digits].reduce((sum, digit) => sum * 36n + BigInt(Number.parseInt(digit, 36)), 0n)

/** The form of a place. A transaction id has at most nineteen digits. */
export const PLACE = /^\d{1,19}(\.[0-9a-z]{1,11}){0,33}$/
