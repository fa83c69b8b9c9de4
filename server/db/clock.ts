import { every, type FailureLog } from '../kernel/guarded.ts'
import { DatabaseProblem } from './check.ts'
import type { Db } from './pool.ts'

/** The database's clock, which all processes on it share, as far as this process knows it. */
export type Clock = {
  /** Epoch ms. Reads no clock of the machine, so that setting that one changes nothing here. */
  readonly now: () => number
  /** Compares with the database again, as it does by itself every five seconds. */
  readonly look: () => Promise<void>
  readonly stop: () => Promise<unknown>
}

/**
 * The clock of sessions, deadlines and free times (decision 0153). Between two looks it goes on by a counter that
 * cannot be set. A line of the log says when the machine's clock no longer agrees with the database's.
 */
export async function openClock(db: Db, log: Log, databaseIsUp: () => boolean): Promise<Clock> {
  let anchor = await read(db)
  let isTold = false
  const now = () => Math.trunc(anchor.at + performance.now() - anchor.counter)
  async function look() {
    const next = await read(db)
    const difference = next.at - (anchor.at + next.counter - anchor.counter)
    // less may be the way to the database and back, and the clock would run unevenly
    if (Math.abs(difference) > next.slack) anchor = next
    const line = whyOff(now() - Date.now())
    if (line && !isTold) log.warn(`${line} Until then Bedside goes by the database's.`)
    isTold = line !== null
  }
  const looking = every(LOOK_MS, log, 'clock', () => (databaseIsUp() ? look() : null))
  return { now, look, stop: looking.stop }
}

type Log = FailureLog & { readonly warn: (line: string) => void }
/** A counter stands still while its machine sleeps: for so long it is behind afterwards. */
const LOOK_MS = 5_000

/**
 * Checks that this machine's clock agrees with the database's, and so with those of all other processes.
 *
 * @throws {DatabaseProblem} it is off by more than a minute
 */
export async function checkClock(db: Db): Promise<void> {
  const { at, counter } = await read(db)
  const line = whyOff(at + performance.now() - counter - Date.now())
  if (line) throw new DatabaseProblem(line)
}

/** The database's time, epoch ms, at a moment of the counter, both ms; at most `slack` ms off. */
async function read(db: Db) {
  const sentAt = performance.now()
  const { rows } = await db.query<{ at: Date }>('select clock_timestamp() as at')
  const slack = (performance.now() - sentAt) / 2
  return { at: rows[0]!.at.getTime(), counter: sentAt + slack, slack: slack + 1 }
}

/** `ms`: by how much the database's clock is ahead. */
function whyOff(ms: number): string | null {
  const seconds = Math.round(ms / 1000)
  if (Math.abs(seconds) <= MOST_OFF_S) return null
  return `The clock of this machine is ${Math.abs(seconds)} s ${seconds > 0 ? 'behind' : 'ahead of'} the database's. Set both by the network (NTP).`
}

const MOST_OFF_S = 60
