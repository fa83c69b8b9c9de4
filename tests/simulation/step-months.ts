import { isStorageError } from '../../src/sync/storage.ts'
import { wantedMonths, wantMonths } from '../../src/sync/months.ts'
import type { Device, Tab } from './device.ts'
import type { Draw } from './draw.ts'
import type { AnyServer } from './server.ts'
import type { Stage } from './simulate.ts'

/** Months beyond the days that every device keeps, by a day in each: two long ago, one far ahead (rule 89). */
const FAR_DAYS = [-200, -300, 400]

/** Visits in those months, which no device has unless its person keeps that month there. */
export async function plantFarVisits({ world }: AnyServer, draw: Draw, patientId: string) {
  const { people, clinics } = world
  for (const days of FAR_DAYS)
    for (const n of [0, 1, 2]) {
      const id = idOf(draw)
      const start = world.slot(days, n)
      if (n < 2) await world.visit(people.doctorKuzey.id, patientId, clinics.kuzey, start, { id })
      else await world.visit(people.doctorBoth.id, people.patientGizli.id, clinics.gizli, start, { id })
    }
}

/**
 * A person keeps a month on a device, or stops keeping one; sometimes in two tabs at the same time. The test remembers
 * their wish: it asks the device only if a tab died over it. `draw` is separate from the program's, so that older seeds
 * still give the same program.
 */
export async function wish(stage: Stage, device: Device, draw: Draw) {
  const tabs = device.tabs.filter(({ is }) => !is)
  const person = device.signed()?.person
  if (!person || !tabs.length) return
  const both = tabs.length > 1 && draw.chance(0.5)
  // two different months, so that both wishes can come true
  const from = draw.int(FAR_DAYS.length)
  const wishes = (both ? tabs.slice(0, 2) : [draw.pick(tabs)]).map((tab, i) => ({
    tab,
    month: monthOf(stage.server, FAR_DAYS[(from + i) % FAR_DAYS.length]!),
    on: draw.chance(0.6),
  }))
  await Promise.all(wishes.map((each) => one(stage, device, person.id, each)))
}

type Wish = { readonly tab: Tab; readonly month: string; readonly on: boolean }

async function one({ done, trace }: Stage, device: Device, personId: string, { tab, month, on }: Wish) {
  const kept = device.monthsOf(personId)
  trace(`  ${on ? 'keeps' : 'lets go of'} ${month} on ${device.name}`)
  try {
    await wantMonths(tab.db, [month], on)
    kept[on ? 'add' : 'delete'](month)
    const did = on ? 'month kept' : 'month let go'
    done[did] = (done[did] ?? 0) + 1
  } catch (error) {
    if (!tab.is && !isStorageError(error)) throw error
    if (!tab.is) return
    // the tab died: the disk tells whether before or after the wish was stored
    const db = device.peek(personId)
    kept[(await wantedMonths(db)).includes(month) ? 'add' : 'delete'](month)
    db.close()
  }
}

const monthOf = (server: AnyServer, days: number) => server.world.slot(days, 0).slice(0, 7)

function idOf(draw: Draw): string {
  const hex = Array.from({ length: 31 }, () => draw.int(16).toString(16)).join('')
  return `01${hex.slice(0, 6)}-${hex.slice(6, 10)}-7${hex.slice(10, 13)}-8${hex.slice(13, 16)}-${hex.slice(16, 28)}`
}
