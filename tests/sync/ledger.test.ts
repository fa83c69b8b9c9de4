// imported first: Dexie looks for IndexedDB when it loads
import 'fake-indexeddb/auto'
import { rm } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tryAgain } from '../../src/sync/decide.ts'
import { discard } from '../../src/sync/settle.ts'
import { openCluster, type Cluster } from '../support/cluster.ts'
import { openDevice, type Device } from '../support/device.ts'
import type { TestServer } from '../support/server.ts'

let server: Cluster
beforeAll(async () => void (server = await openCluster()), 120_000)
afterAll(() => server.close())

/**
 * `npm run soak` runs more rounds (TRUST G5: 50,000 changes), a thousand changes a round, and checks all rounds
 * together after each.
 */
const ROUNDS = Number(process.env['BEDSIDE_SOAK'] ?? 1)
const CHANGES_A_ROUND = ROUNDS > 1 ? 1000 : 500
/** For how many rounds a person uses a device; then they take a new one. */
const ROUNDS_A_DEVICE = 5

/**
 * A change that someone made, recorded outside of everything under test: person and time identify it, since no two
 * changes share both.
 */
type Intent = {
  readonly person: string
  readonly call: Call
  readonly visit: string
  /** ISO, as in the audit. */
  readonly madeAt: string
  note: string | null
}
type Call = 'appointment.update' | 'appointment.arrive' | 'appointment.unarrive'
type Hand = { readonly person: string; readonly device: Device }

test(
  'G5, I2, I3, R69: hundreds of changes by two editors over a line that drops requests and replies, to a server restored in the middle of each round: none lost, none doubled',
  async () => {
    const seed = Date.now() % 1_000_000
    const draw = drawsFrom(seed)
    /**
     * By the id under which each change must take effect; one that was discarded, or made again under another id, must
     * not.
     */
    const intents = new Map<string, Intent>()
    const over = new Set<string>()
    const counts = { made: 0, melted: 0, discarded: 0, again: 0, undone: 0 }
    const { doctorKuzey, patientKuzey } = server.world.people
    const visits = await Promise.all(
      Array.from({ length: 60 }, (_, n) =>
        server.world.visit(
          doctorKuzey.id,
          patientKuzey.id,
          server.world.clinics.kuzey,
          server.world.slot(-1 - (n % 3), Math.floor(n / 3)),
        ),
      ),
    )
    let hands: readonly Hand[] = []
    for (let round = 0; round < ROUNDS; round++) {
      const since = Date.now()
      if (round % ROUNDS_A_DEVICE === 0) hands = await newDevices(hands)
      for (const { device } of hands)
        device.network.fault = () => (draw() < 0.15 ? 'drop' : draw() < 0.15 ? 'lose-answer' : null)
      // after so many changes the copy is made, and later put back: the server forgets what arrived in between
      const copied = Math.floor(CHANGES_A_ROUND * (0.2 + draw() * 0.3))
      const putBack = copied + Math.floor(CHANGES_A_ROUND * (0.1 + draw() * 0.3))
      let copy = ''
      for (let made = 0; made < CHANGES_A_ROUND; made++) {
        if (made === copied) copy = await server.copy()
        if (made === putBack) counts.undone += await undoSince(copy)
        const hand = hands[Math.floor(draw() * hands.length)]!
        await makeOne(hand, visits[Math.floor(draw() * visits.length)]!)
        if (draw() < 0.1) await meet(hand)
        server.clock.now += 1 + Math.floor(draw() * 5000)
      }
      await heal(hands)
      const { applied, problems } = await whatBroke(visits, intents, over)
      expect({ seed, round, problems: problems.slice(0, 10) }).toEqual({ seed, round, problems: [] })
      // most changes must not end by melting into another, or by being discarded
      expect(applied).toBeGreaterThan(counts.made / 3)
      expect(applied + counts.melted + counts.discarded).toBe(counts.made)
      if (ROUNDS > 1)
        console.log(`round ${round + 1}: ${JSON.stringify({ ...counts, applied })} in ${Date.now() - since} ms`)
    }
    for (const { device } of hands) await device.close()
    // a restore that undoes nothing would prove nothing
    expect(counts.undone).toBeGreaterThan(ROUNDS * 10)

    async function makeOne({ person, device }: Hand, visit: string) {
      const isHere = Boolean((await device.row('appointment', visit))?.arrivedAt)
      const call: Call = draw() < 0.6 ? 'appointment.update' : isHere ? 'appointment.unarrive' : 'appointment.arrive'
      const note = call === 'appointment.update' ? `${seed} ${counts.made}` : null
      const madeAt = new Date(server.clock.now).toISOString()
      const id =
        note === null
          ? await device.change(call, { id: visit })
          : await device.change('appointment.update', { id: visit, note })
      counts.made++
      const before = intents.get(id)
      if (!before) return void intents.set(id, { person, call, visit, madeAt, note })
      // only an edit that melts into an unsent one of the same record shares its id
      expect([seed, id, before.call, before.person, before.visit]).toEqual([seed, id, call, person, visit])
      expect(note).not.toBeNull()
      before.note = note
      counts.melted++
    }

    /**
     * Sends and pulls; then the person looks at some of the changes that need a decision, and retries or discards them.
     */
    async function meet({ device }: Hand, looks = 0.5) {
      await device.sync()
      for (const entry of await device.db.outbox.toArray()) {
        if (entry.state !== 'parked' || draw() > looks) continue
        // in a conflict the person mostly insists on their change; if the patient is already marked as arrived, they
        // leave it
        if (entry.problem?.kind === 'conflict' && draw() < 0.8) {
          const id = await tryAgain(device.db, entry, entry.input, server.clock.now)
          intents.set(id!, intents.get(entry.id)!)
          counts.again++
        } else {
          if (!(await discard(device.db, [entry], server.clock.now))) throw new Error(`${entry.id} was not given up`)
          counts.discarded++
        }
        intents.delete(entry.id)
        over.add(entry.id)
      }
    }

    /** The network is whole again, and both devices send everything that waits: nothing may be left (I10). */
    async function heal(both: readonly Hand[]) {
      for (const { device } of both) device.network.fault = () => null
      for (const hand of both)
        for (let most = 60; (await hand.device.db.outbox.count()) > 0 && most > 0; most--) {
          server.clock.now += 120_000
          await meet(hand, 1)
        }
      for (const { device } of both) expect([seed, await device.db.outbox.toArray()]).toEqual([seed, []])
    }
  },
  120_000 * ROUNDS,
)

/** Of a server, a device needs only the clock. */
const clockOf = (of: Cluster) => of as unknown as TestServer

/** Restores the server's data folder from the copy; returns how many changes the server has forgotten. */
async function undoSince(copy: string): Promise<number> {
  const yeses = () => server.sql<{ key: string }>('select key from idempotency where status = 200')
  const before = await yeses()
  await server.putBack(copy)
  const kept = new Set((await yeses()).map(({ key }) => key))
  await rm(copy, { recursive: true, force: true })
  return before.filter(({ key }) => !kept.has(key)).length
}

/** New devices for a doctor and a desk, signed in again; the old ones have nothing left to send. */
async function newDevices(old: readonly Hand[]): Promise<readonly Hand[]> {
  for (const { device } of old) await device.close()
  const { doctorKuzey, deskKuzey } = server.world.people
  const hands = [
    { person: doctorKuzey.id, device: openDevice(clockOf(server), await server.signIn('doctorKuzey'), doctorKuzey) },
    {
      person: deskKuzey.id,
      device: openDevice(clockOf(server), await server.signIn('deskKuzey', 'kuzey.localhost'), deskKuzey),
    },
  ]
  for (const { device } of hands) await device.sync()
  return hands
}

/**
 * Compares the ledger of all rounds with the server's keys, its audit and its records, when nothing waits anywhere:
 * every change has one success and one effect, on the intended visit; a discarded change has none; and each visit has
 * the text of the last note that took effect.
 */
async function whatBroke(
  visits: readonly string[],
  intents: ReadonlyMap<string, Intent>,
  over: ReadonlySet<string>,
): Promise<{ readonly applied: number; readonly problems: readonly string[] }> {
  const keys = await server.sql<{ actor: string; key: string }>('select actor, key from idempotency where status = 200')
  const yes = new Set(keys.map(({ actor, key }) => `${actor} ${key}`))
  const audit = await server.sql<{ actor: string; action: string; madeAt: Date; visit: string }>(
    `select actor, action, made_at as "madeAt", object_id as visit from audit
      where outcome = 'done' and action like 'appointment.%' order by seq`,
  )
  const notes = new Map<string, string | null>()
  const effects = new Map<string, number>()
  const edits = new Map([...intents.values()].map((intent) => [nameOf(intent), intent]))
  for (const { actor, action, madeAt, visit } of audit) {
    const name = nameOf({ person: actor, call: action, visit, madeAt: madeAt.toISOString() })
    effects.set(name, (effects.get(name) ?? 0) + 1)
    if (action === 'appointment.update') notes.set(visit, edits.get(name)?.note ?? null)
  }
  const shown = await server.sql<{ id: string; note: string | null }>(
    'select id, note from appointment where id = any ($1)',
    [visits],
  )
  return {
    applied: audit.length,
    problems: [
      ...[...intents].flatMap(([id, intent]) => {
        const times = effects.get(nameOf(intent)) ?? 0
        const said = yes.has(`${intent.person} ${id}`)
        return said && times === 1 ? [] : [`${intent.call} ${id}: ${said ? 'a yes' : 'no yes'} and ${times} effects`]
      }),
      ...keys.filter(({ key }) => over.has(key)).map(({ key }) => `${key} was given up and took effect`),
      ...[
        ['yeses', keys.length],
        ['effects', audit.length],
      ].flatMap(([what, n]) => (n === intents.size ? [] : [`${n} ${what} for ${intents.size} changes`])),
      ...shown
        .filter(({ id, note }) => notes.has(id) && notes.get(id) !== note)
        .map(({ id, note }) => `${id} shows “${note}”, the last note to take effect was “${notes.get(id)}”`),
    ],
  }
}

const nameOf = ({ person, call, visit, madeAt }: { [Name in 'person' | 'call' | 'visit' | 'madeAt']: string }) =>
  `${person} ${call} ${visit} ${madeAt}`

/** Seeded random numbers; a failure prints the seed, so that the same faults can be repeated. */
function drawsFrom(seed: number) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
