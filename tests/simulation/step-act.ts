import * as v from 'valibot'
import { queuedCalls, rowOf, type QueuedCall } from '../../contract/calls.ts'
import type { Role } from '../../contract/kernel/call.ts'
import type { Effect } from '../../contract/kernel/effect.ts'
import { effects, type AllRows } from '../../contract/effects.ts'
import type { TableName } from '../../contract/kernel/table-names.ts'
import { rowsIn } from '../../src/db/database.ts'
import { plain, show } from '../../src/db/row.ts'
import { NotSaved } from '../../src/sync/change.ts'
import { ended } from '../../src/sync/ended.ts'
import { acts } from './acts.ts'
import type { Device, Tab } from './device.ts'
import type { Act, Scene } from './scene.ts'
import type { Stage } from './simulate.ts'

/** A person does something on a tab; it shows in every tab at once (I5), or they learn that it is not saved. */
export async function act(stage: Stage, device: Device, tab: Tab, isBusy: boolean) {
  const { draw, server } = stage
  const { person } = device.signed()!
  const type = person.type as Role // the world's people have roles
  const mine = queuedCalls.filter((call) => acts[call] && (rowOf(call).roles as readonly Role[]).includes(type))
  if (!mine.length) return
  // edits come most often: they melt, merge and conflict; then acts that compete for the same slots and visits
  const some = {
    edits: mine.filter((each) => rowOf(each).writes?.coalesce),
    book: mine.filter((each) => each === 'appointment.book'),
    visits: mine.filter((each) => each.startsWith('appointment.')),
    // things that are made and deleted, with bytes and without
    papers: mine.filter((each) => /^(patient\..*(File|Note)|(recipe|report)\..*)$/.test(each)),
    any: mine,
  }
  const kind = some[draw.weighted({ edits: 33, book: 18, visits: 18, papers: 10, any: 21 })]
  const call = draw.pick(kind.length ? kind : mine)
  const scene: Scene = {
    draw,
    world: server.world,
    person: { id: person.id, type },
    clinicId:
      type === 'clinic'
        ? person.id === server.world.people.deskGizli.id
          ? server.world.clinics.gizli
          : server.world.clinics.kuzey
        : null,
    now: device.now(),
    rows: async (table) => (await rowsIn(tab.db, table).toArray()).map((row) => show(table, row)),
  }
  let made: Made | null
  try {
    made = await (acts[call] as (scene: Scene) => Promise<Made | null>)(scene)
  } catch (error) {
    if (tab.is) return
    throw error
  }
  if (made) await carryOut(stage, device, tab, isBusy, call, made)
}

type Made = Awaited<ReturnType<Act<QueuedCall>>> & {}

/** One change by the person at the device, recorded in the ledger with its outcome here. */
export async function carryOut(stage: Stage, device: Device, tab: Tab, isBusy: boolean, call: QueuedCall, made: Made) {
  const { ledger, done } = stage
  const { person } = device.signed()!
  const input = v.parse(rowOf(call).input, made.input)
  const { touches, apply } = effects[call] as unknown as Effect<unknown, AllRows>
  const before = isBusy ? null : await shownOf(device, touches(input))
  const madeAt = new Date(device.now()).toISOString()
  let id: string
  try {
    id = await device.change(tab, call, made.input, made.facts ?? {}, made.bytes)
  } catch (error) {
    if (!tab.is && !(error instanceof NotSaved)) throw error
    done['not saved'] = (done['not saved'] ?? 0) + 1
    // the tab died: the disk tells whether before or after the change was stored
    if (tab.is)
      for (const entry of await outboxOf(device))
        // another tab may have made an equal change at the same moment
        if (entry.madeAt === madeAt && entry.call === call && JSON.stringify(entry.input) === JSON.stringify(input))
          ledger.made({
            id: entry.id,
            person: person.id,
            device: device.name,
            call,
            madeAt,
            at: device.trulyAt(madeAt),
          })
    if (tab.is) await noteEnds(stage, device)
    return
  }
  const vanished = rowOf(call).writes?.removes && ledger.intents.has(id)
  const sets = ledger.intents.has(id) ? (rowOf(call).writes?.sets ?? []) : null
  if (vanished) await noteEnds(stage, device)
  else ledger.made({ id, person: person.id, device: device.name, call, madeAt, at: device.trulyAt(madeAt) })
  const did = vanished ? 'taken away before it was sent' : call
  done[did] = (done[did] ?? 0) + 1
  stage.trace(`  ${call} ${id} ${JSON.stringify(made.input)}`)
  if (!before) return
  const after = await shownOf(device, touches(input))
  for (const { table, id: of } of touches(input)) {
    const was = before.get(`${table}:${of}`)
    const next = apply[table] as
      | ((row: unknown, input: unknown, made: unknown) => object | null | undefined)
      | undefined
    const predicted = next?.(was, input, { at: madeAt, by: person.name, facts: made.facts ?? {} })
    const expected = predicted === null ? undefined : (predicted ?? was)
    const [wanted, found] = [bare(expected, sets), bare(after.get(`${table}:${of}`), sets)]
    if (wanted !== found)
      ledger.breaks(`I5: ${call} ${id} on ${device.name} is not on the screen: ${wanted} expected, ${found} shown`)
  }
}

/** The records as a newly opened tab shows them: what only a tab's memory has is not on this device. */
async function shownOf(device: Device, targets: readonly { readonly table: TableName; readonly id: string }[]) {
  const db = device.peek(device.signed()!.person.id)
  try {
    const rows = new Map<string, object>()
    for (const { table, id } of targets) {
      const stored = await rowsIn(db, table).get(id)
      if (stored) rows.set(`${table}:${id}`, plain(table, stored))
    }
    return rows
  } finally {
    db.close()
  }
}

/** What the device itself remembers as discarded: also if the tab died before it could report it. */
export async function noteEnds({ ledger }: Stage, device: Device, personId = device.signed()!.person.id) {
  const db = device.peek(personId)
  try {
    for (const { entry, end } of await ended(db)) if (end === 'discarded') ledger.discarded.add(entry.id)
    // what is still here was not discarded, or was restored
    for (const entry of await db.outbox.toArray()) ledger.discarded.delete(entry.id)
  } finally {
    db.close()
  }
}

async function outboxOf(device: Device) {
  const db = device.peek(device.signed()!.person.id)
  try {
    return await db.outbox.toArray()
  } finally {
    db.close()
  }
}

/** Of two melted changes only the fields count: their times are those of the first one. */
const bare = (row: object | null | undefined, fields: readonly string[] | null) =>
  JSON.stringify(
    Object.entries(row ?? {})
      .filter(([name, value]) => name !== 'updatedAt' && value !== undefined && (!fields || fields.includes(name)))
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
  )
