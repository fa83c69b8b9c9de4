import type { Database } from '../../src/db/database.ts'
import type { Entry } from '../../src/db/entry.ts'
import { setApart } from '../../src/sync/set-apart.ts'
import type { Device } from './device.ts'
import type { Draw } from './draw.ts'
import type { Stage } from './simulate.ts'

/** What stands before a call's name that only another build knows; and how much newer a shape is that only another build reads. */
const OTHER = 'other build: '
const NEWER = 100

/**
 * A device's build is rolled back in mid-queue, or the newer one comes again: a change that waits is of a call that the build here does not
 * know, or in a newer shape of one that it knows, until it does again. `draw` is not the program's.
 */
export async function changeBuilds(stage: Stage, device: Device, draw: Draw) {
  const person = device.signed()?.person
  if (!person) return
  const db = device.peek(person.id)
  try {
    if (draw.chance(0.4)) return await knowAgain(db)
    // one that has left may have taken effect, which a build that cannot read it never learns: it is told so, and nothing is asserted of it
    const free = await db.outbox
      .filter((entry) => entry.state === 'ready' && entry.attempts === 0 && !isOther(entry))
      .toArray()
    if (!free.length) return
    const { seq, id } = draw.pick(free)
    const isCall = draw.chance(0.5)
    const isTurned = await turn(db, seq!, (entry) =>
      entry.id !== id || entry.state !== 'ready' || entry.attempts > 0
        ? null
        : isCall
          ? { call: `${OTHER}${entry.call}` }
          : { payload: entry.payload + NEWER },
    )
    // as the first round of a build does
    await setApart(db, device.now())
    if (isTurned) stage.done['of another build'] = (stage.done['of another build'] ?? 0) + 1
  } finally {
    db.close()
  }
}

/** The build that has made them is here again. */
export async function knowAgain(db: Database) {
  for (const { seq } of await db.outbox.toArray())
    await turn(db, seq!, (entry) => {
      if (!isOther(entry)) return null
      const { call, payload } = entry
      return call.startsWith(OTHER) ? { call: call.slice(OTHER.length) } : { payload: payload - NEWER }
    })
}

const isOther = ({ call, payload }: Entry) => call.startsWith(OTHER) || payload >= NEWER

const turn = (db: Database, seq: number, next: (entry: Entry) => object | null) =>
  db.outbox
    .where('seq')
    .equals(seq)
    .modify((entry) => {
      const its = next(entry)
      if (its === null) return false
      Object.assign(entry, its)
      return true
    })
