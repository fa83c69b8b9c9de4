import { newId } from '../../contract/kernel/id.ts'
import type { TestServer } from '../support/server.ts'
import type { Place } from './cast.ts'
import { visitTypeMakers } from './make-visittype.ts'

type Span = { readonly start: string; readonly end: string }
type Needs = Pick<TestServer, 'pool' | 'world'> & {
  readonly isThere: (place: Place) => boolean
  readonly zoneOf: (place: Place) => string
  readonly quiet: () => Span
}

/** Closures of clinics and types of visits, written directly into the database, for the attempts. */
export function closureMakers({ pool, world, isThere, zoneOf, quiet }: Needs) {
  let slots = 0
  const write = (id: string, clinic: string, { start, end }: Span) =>
    pool.query(`insert into closure (id, clinic_id, name, starts_at, ends_at) values ($1, $2, 'Bayram', $3, $4)`, [
      id,
      clinic,
      start,
      end,
    ])
  return {
    ...visitTypeMakers({ pool, isThere }),
    /** A closure of the place's clinic, where nothing else is tried. */
    closure: async (place: Place) => {
      const id = newId()
      if (isThere(place)) await write(id, place.clinic, quiet())
      return id
    },
    /** A free time of the place's doctor at which the clinic is closed, on days that no other attempt uses. */
    closedSlot: async (place: Place) => {
      const start = world.slot(55 + Math.floor(slots / 24), slots++ % 24, zoneOf(place))
      await write(newId(), place.clinic, { start, end: new Date(Date.parse(start) + 20 * 60_000).toISOString() })
      return start
    },
  }
}
