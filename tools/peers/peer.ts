import type { Line } from './line.ts'
import type { Range, Row } from './row.ts'

/** A library compared with Bedside, used as its documentation says. */
export type Peer = {
  /** Opens the database of this name on the device, or creates it. */
  readonly open: (name: string) => Promise<void>
  /** Resolves once everything that the server has for this person is on the device. */
  readonly fill: (line: Line) => Promise<void>
  /** Stores these rows as its pull would, for a device that has worked for months. */
  readonly lay: (rows: readonly Row[]) => Promise<void>
  readonly count: () => Promise<number>
  /** Visits that may be changed. */
  readonly waiting: (count: number) => Promise<readonly Row[]>
  /** Makes a note without a network; resolves once it is on the device and queued. */
  readonly change: (row: Row, note: string) => Promise<void>
  /** Resolves once the server has accepted everything that waits. */
  readonly send: (line: Line) => Promise<void>
  /** Fetches what the answers did not contain: the sent records as the server has them now. Not counted. */
  readonly takeBack: (line: Line) => Promise<void>
  /** The number of waiting changes. */
  readonly left: () => Promise<number>
  /** Shows the rows of a range, ordered by start, now and after each change. */
  readonly watch: (range: Range, show: (rows: readonly Row[]) => void) => void
}

/** The most changes per request, as in Bedside itself. */
export const BATCH = 100
