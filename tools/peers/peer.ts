import type { Line } from './line.ts'
import type { Range, Row } from './row.ts'

/** What is measured beside Bedside, each by its documented way. */
export type Peer = {
  /** Opens what lies on this device under this name, or makes it. */
  readonly open: (name: string) => Promise<void>
  /** Everything the server has for this person, until it is on the device. */
  readonly fill: (line: Line) => Promise<void>
  /** These rows, put there as its pull puts them: a device that has worked for months. */
  readonly lay: (rows: readonly Row[]) => Promise<void>
  readonly count: () => Promise<number>
  /** Visits that may be changed. */
  readonly waiting: (count: number) => Promise<readonly Row[]>
  /** A note made without a network: on the device and waiting to be sent when this is done. */
  readonly change: (row: Row, note: string) => Promise<void>
  /** Until the server has taken all that waits. */
  readonly send: (line: Line) => Promise<void>
  /** Takes what the answers did not bring: what was sent, as the server has it now. Not counted. */
  readonly takeBack: (line: Line) => Promise<void>
  /** How many changes wait. */
  readonly left: () => Promise<number>
  /** Shows the rows of a range, by their start, now and after each change. */
  readonly watch: (range: Range, show: (rows: readonly Row[]) => void) => void
}

/** Changes in one request at most, as Bedside's own. */
export const BATCH = 100
