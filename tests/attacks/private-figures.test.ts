import { toIdentity } from '../../server/db/sealed-columns.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { callNames, rowOf, type CallName } from '../../contract/calls.ts'
import { spread } from '../../contract/kernel/wire.ts'
import { attempts, tries, type Try } from '../api/attempts.ts'
import { gather, refreshLimits, type Cast } from '../api/cast.ts'
import { expected } from '../api/policy.ts'
import { startServer, type TestServer } from '../support/server.ts'

let server: TestServer
let cast: Cast
let make: Try
beforeAll(async () => {
  server = await startServer()
  cast = await gather(server)
  make = tries(server, cast.places)
})
afterAll(() => server.stop())

const READS = /\.(list|summary|undelivered|run|getall|nextFree|search|stats)$/
/** One's own sessions and notifications, which belong to the caller and not to clinics. */
const OF_ONESELF: ReadonlySet<CallName> = new Set(['session.list', 'notification.list'])
/** Attempts that write a clinic's own business; texts, doctors' profiles and accounts belong to the platform too. */
const PLANTS = /^(appointment|payment|paymentlink|balance|availability|busy|comment|question|recipe|report|patient)\./
/** Its attempt makes the stranger it looks for in the platform's realm. */
const PLANTS_PUBLIC: ReadonlySet<CallName> = new Set(['patient.link'])
const ADDS_PEOPLE: ReadonlySet<CallName> = new Set(['patient.add', 'doctor.add', 'user.add', 'clinic.addFirstUser'])
const CLOCKS: ReadonlySet<string> = new Set(['now', 'at', 'version', 'usedAt', 'signedInAt'])

/** Every call that answers an admin with a list or with figures, by the contract. */
const reads = callNames.filter((name) => {
  const { roles } = rowOf(name)
  return (
    roles !== 'anyone' && (roles as readonly string[]).includes('admin') && READS.test(name) && !OF_ONESELF.has(name)
  )
})

test('nothing a private clinic’s people do changes a figure or a list of the platform’s people', async () => {
  expect(reads.length).toBeGreaterThan(15)
  // the first look makes the inputs, and for some of them public rows
  await seenByPlatform()
  const [before, rowsBefore] = [await seenByPlatform(), await rowCounts()]
  for (const actor of ['deskPrivate', 'doctorPrivate', 'patientPrivate'] as const) {
    const client = actor === 'doctorPrivate' ? await server.signIn('doctorGizli', 'gizli.localhost') : null
    for (const call of callNames.filter(
      (name) => PLANTS.test(name) && !PLANTS_PUBLIC.has(name) && expected(name, actor, 'own') === 200,
    )) {
      refreshLimits(server)
      const { input, as = client ?? cast.clients[actor] } = await attempts[call](
        make,
        actor,
        cast.placeFor(actor, 'own'),
      )
      const { url, body } = spread(rowOf(call), input as Record<string, unknown>) // every input is an object
      await as.request(rowOf(call).method, url, body)
    }
  }
  await usesOfSharedThings()
  const grown = await rowCounts()
  const moved = Object.keys(grown).filter((table) => grown[table] !== rowsBefore[table])
  expect(moved.length).toBeGreaterThan(15)
  const after = await seenByPlatform()
  const changed = Object.keys(after).filter((name) => JSON.stringify(after[name]) !== JSON.stringify(before[name]))
  for (const name of changed) expect(after[name]).toEqual(before[name])
  expect(changed).toEqual([])
})

test('an admin who adds someone never learns that a private person’s phone, e-mail or identity number is taken', async () => {
  const { rows } = await server.pool.query<{ email: string; phone: string }>(
    'select email, phone from person where id = $1',
    [server.world.people.patientGizli.id],
  )
  const number = '10000000146'
  await server.pool.query('update person set identity = $2 where id = $1', [
    server.world.people.patientGizli.id,
    toIdentity(server.world.clinics.gizli, number),
  ])
  const adds = callNames.filter((name) => ADDS_PEOPLE.has(name))
  expect(adds).toHaveLength(ADDS_PEOPLE.size)
  const changed: string[] = []
  for (const call of adds)
    for (const [field, value] of [...Object.entries(rows[0]!), ['identity', '10000000146']] as const) {
      refreshLimits(server)
      const actor = call.startsWith('user.') ? 'superadmin' : 'admin'
      const { input } = await attempts[call](make, actor, cast.placeFor(actor, 'own'))
      if (field === 'identity' && call !== 'patient.add') continue
      const { url, body } = spread(rowOf(call), { ...input, [field]: value })
      const answer = await cast.clients[actor].request(rowOf(call).method, url, body)
      if (answer.status !== 200) changed.push(`${call} ${field}: ${JSON.stringify(answer.body)}`)
      // so that the next test does not count this one
      await server.pool.query(
        'update person set email = null, phone = null, identity = null where realm is null and (email = $1 or phone = $2 or identity = $3)',
        [rows[0]!.email, rows[0]!.phone, toIdentity(null, number)],
      )
    }
  expect(changed).toEqual([])
})

/** Writes private rows that use what the platform shares: its banks, its ledger, its parked notices. */
async function usesOfSharedThings() {
  const { gizli1 } = cast.places
  const visit = await server.world.visit(gizli1.doctor, gizli1.patient, gizli1.clinic, server.world.slot(40, 3))
  await server.pool.query(`update payment set bank_id = $1 where clinic_id = $2`, [server.world.bank, gizli1.clinic])
  await server.pool.query(`update appointment set payment_status = 'completed' where id = $1`, [visit])
}

async function seenByPlatform() {
  const seen: Record<string, unknown> = {}
  for (const actor of ['admin', 'superadmin'] as const)
    for (const call of reads) {
      if (expected(call, actor, 'own') !== 200) continue
      refreshLimits(server)
      const { input } = inputs.get(call) ?? (await keepInput(call))
      const { url, body } = spread(rowOf(call), input as Record<string, unknown>) // every input is an object
      const answer = await cast.clients[actor].request(rowOf(call).method, url, body)
      seen[`${actor} ${call}`] = [answer.status, withoutClock(answer.body)]
    }
  return seen
}

/** Both looks send the same input; making it can write a public row, so it is made once. */
const inputs = new Map<CallName, { readonly input: object }>()
async function keepInput(call: CallName) {
  const made = await attempts[call](make, 'admin', cast.placeFor('admin', 'own'))
  inputs.set(call, made)
  return made
}

/** Versions and the time of an answer are not anyone's figures. */
const withoutClock = (body: unknown): unknown =>
  JSON.parse(JSON.stringify(body, (name, value: unknown) => (CLOCKS.has(name) ? undefined : value)))

async function rowCounts(): Promise<Record<string, number>> {
  const { rows } = await server.pool.query<{ name: string }>(
    `select relname as name from pg_class where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace`,
  )
  const counts: Record<string, number> = {}
  for (const { name } of rows)
    counts[name] = (await server.pool.query<{ n: number }>(`select count(*)::int as n from "${name}"`)).rows[0]!.n
  return counts
}
