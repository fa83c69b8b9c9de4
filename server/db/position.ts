/** A place in the write-ahead log, as PostgreSQL writes it: `16/B374D848`. */
export type Lsn = string

/**
 * How far the database has come. `epoch` is its run (`server/sync/epoch.ts`): places of two runs cannot be compared,
 * since a restored database counts from an earlier one.
 */
export type Position = { readonly epoch: string; readonly lsn: Lsn }

export const numberOfLsn = (lsn: Lsn): bigint => {
  const [high = '0', low = '0'] = lsn.split('/')
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`)
}

export const writePosition = ({ epoch, lsn }: Position): string => `${epoch}@${lsn}`

/** Null if it is no position. */
export function readPosition(written: unknown): Position | null {
  const [, epoch, lsn] = (typeof written === 'string' && WRITTEN.exec(written)) || []
  return epoch && lsn ? { epoch, lsn } : null
}

/** The form of a place in the log. */
export const LSN = /^[0-9A-F]{1,8}\/[0-9A-F]{1,8}$/
const WRITTEN = /^([\w-]{1,64})@([0-9A-F]{1,8}\/[0-9A-F]{1,8})$/
