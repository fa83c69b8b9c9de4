import type { Database } from '../../src/db/database.ts'
import type { Entry } from '../../src/db/entry.ts'
import { setApart } from '../../src/sync/set-apart.ts'
import type { Device } from './device.ts'
import type { Draw } from './draw.ts'
import type { Stage } from './simulate.ts'

/** What stands before a call's name that only another build knows. */
const OTHER = 'other build: '

/**
 * A device's build is rolled back in mid-queue, or the newer one comes again: a change that waits is of a call that the build here does not
 * know, until it does again. `draw` is not the program's.
 */
export async function changeBuilds(stage: Stage, device: Device, draw: Draw) {
  const person = device.signed()?.person
  if (!person) return
  const db = device.peek(person.id)
  try {
    if (draw.chance(0.4)) return await knowAgain(db)
    // one that has left may have taken effect, which a build that cannot read it never learns: it is told so, and nothing is asserted of it
    const free = await db.outbox
      .filter(({ state, attempts, call }) => state === 'ready' && attempts === 0 && !call.startsWith(OTHER))
      .toArray()
    if (!free.length) return
    const { seq, id } = draw.pick(free)
    const isTurned = await rename(db, seq!, (entry) =>
      entry.id === id && entry.state === 'ready' && entry.attempts === 0 ? `${OTHER}${entry.call}` : null,
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
    await rename(db, seq!, ({ call }) => (call.startsWith(OTHER) ? call.slice(OTHER.length) : null))
}

const rename = (db: Database, seq: number, nameOf: (entry: Entry) => string | null) =>
  db.outbox
    .where('seq')
    .equals(seq)
    .modify((entry) => {
      const call = nameOf(entry)
      if (call === null) return false
      Object.assign(entry, { call })
      return true
    })
