import type { Database } from '../../src/db/database.ts'
import type { Entry } from '../../src/db/entry.ts'
import { setApart } from '../../src/sync/set-apart.ts'
import type { Device } from './device.ts'
import type { Draw } from './draw.ts'
import type { Stage } from './simulate.ts'

/**
 * The prefix of a call that only another build knows, and the offset of a payload version that only another build
 * reads.
 */
const OTHER = 'other build: '
const NEWER = 100

/**
 * In the middle of a queue, a device's build is rolled back, or the newer build returns: until then, a waiting change
 * has a call that the present build does not know, or a newer version of one that it knows. `draw` is separate from the
 * program's.
 */
export async function changeBuilds(stage: Stage, device: Device, draw: Draw) {
  const person = device.signed()?.person
  if (!person) return
  const db = device.peek(person.id)
  try {
    if (draw.chance(0.4)) return await knowAgain(db)
    // a change that was sent may have taken effect, which a build that cannot read it never learns: the app says so,
    // and nothing is asserted of it
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
    // as a build's first round does
    await setApart(db, device.now())
    if (isTurned) stage.done['of another build'] = (stage.done['of another build'] ?? 0) + 1
  } finally {
    db.close()
  }
}

/** The build that made them is back. */
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
      const converted = next(entry)
      if (converted === null) return false
      Object.assign(entry, converted)
      return true
    })
