import { sqlState } from './transaction.ts'

/**
 * Whether the database could not be reached, or disappeared during a query: it is stopped, restarting, failing over, or
 * the connection is cut. The query may be retried in a moment; no one knows whether an open commit was done.
 */
export const isGone = (error: unknown): boolean =>
  error instanceof Error &&
  (GONE.has(sqlState(error) ?? '') ||
    ('code' in error && typeof error.code === 'string' && UNREACHED.has(error.code)) ||
    LOST.test(error.message))

// https://www.postgresql.org/docs/18/errcodes-appendix.html: class 08, and the codes of a server that is stopping or
// starting
const GONE = new Set(['08000', '08001', '08003', '08004', '08006', '57P01', '57P02', '57P03', '57P05'])
const UNREACHED = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
])
/** The driver has no code for these. */
const LOST =
  /^(Connection terminated|timeout expired$|timeout exceeded when trying to connect$|Client (has encountered|was closed))/
