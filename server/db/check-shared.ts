import { DatabaseProblem } from './check.ts'
import type { Db } from './pool.ts'

/**
 * Checks that this machine's clock agrees with the database's, and so with those of all other processes.
 *
 * @throws {DatabaseProblem} it is off by more than a minute
 */
export async function checkClock(owner: Db): Promise<void> {
  const asked = Date.now()
  const { rows } = await owner.query<{ at: Date }>('select clock_timestamp() as at')
  const off = Math.round((rows[0]!.at.getTime() - (asked + Date.now()) / 2) / 1000)
  if (Math.abs(off) > MOST_OFF_S)
    throw new DatabaseProblem(
      `The clock of this machine is ${Math.abs(off)} s ${off > 0 ? 'behind' : 'ahead of'} the database's. Set both by the network (NTP).`,
    )
}

const MOST_OFF_S = 60
