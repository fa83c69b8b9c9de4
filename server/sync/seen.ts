/**
 * What a cursor says of the feed beyond the horizon: a transaction that runs for long holds the horizon, and what others have committed
 * above it meanwhile was sent already. Written relative to the horizon, in base 36, so that it costs a few letters and only while
 * something runs.
 */
export type Seen = {
  /** All below this transaction id had ended, but for those in `open`. */
  readonly until: bigint
  /** Ascending; the horizon, which is the lowest of them, is among them. */
  readonly open: readonly bigint[]
}

/** Open transactions a cursor names at most; of what began after more than these all is sent again, which does no harm. */
const MOST_OPEN = 32

/** What a cursor keeps of PostgreSQL's `xmin:xmax:xip,xip…`: the horizon, and after dots what is seen above it, left out where that is nothing. */
export function placeOf(snapshot: string): string {
  const [xmin = '0', xmax = '0', list = ''] = snapshot.split(':')
  const horizon = BigInt(xmin)
  const running = list ? list.split(',').map(BigInt) : []
  const open = running.slice(0, MOST_OPEN)
  const until = running[MOST_OPEN] ?? BigInt(xmax)
  // nothing has ended between them: all from the horizon on is unseen
  if (until - horizon <= BigInt(open.length)) return xmin
  const above = [until, ...open.filter((xid) => xid !== horizon)]
  return [xmin, ...above.map((xid) => (xid - horizon).toString(36))].join('.')
}

/** What a cursor's place stands for. */
export function readSeen(place: string): Seen {
  const [xmin = '0', ...above] = place.split('.')
  const horizon = BigInt(xmin)
  const [until = horizon, ...open] = above.map((digits) => horizon + parse36(digits))
  return { until, open: above.length ? [horizon, ...open] : [] }
}

/** Exact beyond 2^53, as `Number.parseInt` is not. */
const parse36 = (digits: string) =>
  [...digits].reduce((sum, digit) => sum * 36n + BigInt(Number.parseInt(digit, 36)), 0n)

/** How a place is written. A transaction id has nineteen digits at most. */
export const PLACE = /^\d{1,19}(\.[0-9a-z]{1,11}){0,33}$/
