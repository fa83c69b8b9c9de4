import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { wallTime } from '../../contract/kernel/when.ts'
import { countNextFree } from '../../server/jobs/count-next-free.ts'
import { startServer, type TestServer } from '../support/server.ts'

/** When doctors are next free, in the public lists (issue 35, 1; decision 0168). */
const MINUTE = 60_000
let server: TestServer
beforeAll(async () => {
  server = await startServer({ limits: { spend: async () => 0, take: async () => ({ giveBack: async () => {} }) } })
})
afterAll(() => server.stop())
/** A page with times is kept for a minute. */
beforeEach(() => void (server.clock.now += 2 * MINUTE))

const ask = async (path: string, host = 'localhost') => {
  const { body, statusCode } = await server.app.inject({ method: 'GET', url: path, headers: { host } })
  expect(statusCode).toBe(200)
  return body
}
/** Each doctor of a list, with the next free time that it says. */
const timesIn = async (query = '', host?: string) =>
  [...(await ask(`/en/doctors${query}`, host)).matchAll(/<h3>.*?>\s*([^<]*?)\s*<\/a.*?(?=<h3>|<\/ul>)/gs)].map(
    ([card, name]) => [
      name!.replace(/^.*Name /, ''),
      /<dt>Next free<\/dt>\s*<dd>([^<]*)<\/dd>/.exec(card)?.[1] ?? null,
    ],
  )
const timeOf = async (name: string, query?: string, host?: string) =>
  new Map((await timesIn(query, host)) as [string, string | null][]).get(name)
/** The first time that the booking page of a doctor offers, and as a list says it. */
const firstOffered = async (id: string) => {
  const [, start = ''] = /name="slot" value="([^|"]*)/.exec(await ask(`/en/book/${id.slice(-12)}`)) ?? []
  return { start, shown: wallTime(Date.parse(start), 'Europe/Istanbul') }
}

test('before anything is counted a list says nothing about times', async () => {
  expect((await timesIn()).length).toBeGreaterThan(1)
  expect(await ask('/en/doctors')).not.toContain('Next free')
  expect(await ask('/en/doctors')).not.toContain('minutes old')
})

test('a list says the first time that the booking page offers, and how old that is', async () => {
  const { doctorKuzey } = server.world.people
  const counted = await countNextFree(server.deps)
  expect(counted).toBe((await timesIn()).length)
  const { shown } = await firstOffered(doctorKuzey.id)
  expect(await timeOf('doctor.kuzey')).toBe(shown)
  expect(await ask('/en/doctors')).toContain('at most 1 minute old')
  server.clock.now += 3 * MINUTE
  expect(await ask('/de/doctors')).toContain('höchstens 4 Minuten alt')
  expect(await ask('/en')).not.toContain('Next free')
})

test('a time that was booked is gone with the next count', async () => {
  const { doctorKuzey, patientKuzey } = server.world.people
  await countNextFree(server.deps)
  const first = await firstOffered(doctorKuzey.id)
  expect(await timeOf('doctor.kuzey')).toBe(first.shown)
  await server.world.visit(doctorKuzey.id, patientKuzey.id, server.world.clinics.kuzey, first.start)
  server.clock.now += MINUTE
  await countNextFree(server.deps)
  const second = await firstOffered(doctorKuzey.id)
  expect(second.shown).not.toBe(first.shown)
  expect(await timeOf('doctor.kuzey')).toBe(second.shown)
})

test('by kind and by clinic: each list says its own, and none of a private clinic', async () => {
  const { world } = server
  const { doctorBoth, doctorKuzey } = world.people
  // the doctor of both is free at the private clinic before anywhere else
  await server.pool.query(`update availability set status = 'passive' where doctor_id = $1`, [doctorBoth.id])
  await world.hours(doctorBoth, world.clinics.gizli)
  await world.hours(doctorKuzey, world.clinics.kuzey, { type: 'online', from: '22:00', to: '23:00' })
  await countNextFree(server.deps)
  expect(await timeOf('doctor.both')).toBeNull()
  expect(await timeOf('doctor.kuzey', '?type=online')).toMatch(/ 22:00$/)
  expect(await timeOf('doctor.kuzey', '?type=physical')).toBe((await firstOffered(doctorKuzey.id)).shown)
  expect(await timeOf('doctor.kuzey', '', 'kuzey.localhost')).toBe(await timeOf('doctor.kuzey'))
})

test('the earliest first; who has no time is last, and still there', async () => {
  await countNextFree(server.deps)
  const all = await timesIn()
  const sorted = await timesIn('?sort=soonest')
  expect(sorted.map(([name]) => name).toSorted()).toEqual(all.map(([name]) => name).toSorted())
  // doctors' zones differ: the moments are compared, not what is shown
  const { rows } = await server.pool.query<{ name: string }>(
    `select p.name from site_next_free n join person p on p.id = n.doctor_id, jsonb_to_recordset(n.times) t (start text)
      group by p.name order by min(t.start), p.name`,
  )
  expect(rows.length).toBeGreaterThan(1)
  expect(sorted.slice(0, rows.length).map(([name]) => name)).toEqual(rows.map(({ name }) => name.replace('Name ', '')))
  expect(sorted.map(([, time]) => time !== null)).toEqual(sorted.map((_, i) => i < rows.length))
})

test('what was counted more than half an hour ago is not shown', async () => {
  await countNextFree(server.deps)
  server.clock.now += 29 * MINUTE
  expect(await timeOf('doctor.kuzey')).not.toBeNull()
  server.clock.now += 2 * MINUTE
  expect(await timeOf('doctor.kuzey')).toBeNull()
  await countNextFree(server.deps)
  server.clock.now += MINUTE
  expect(await timeOf('doctor.kuzey')).not.toBeNull()
})

test('a doctor who is public no more is forgotten', async () => {
  const { doctorLinden } = server.world.people
  const held = async () =>
    (await server.pool.query('select from site_next_free where doctor_id = $1', [doctorLinden.id])).rowCount
  await countNextFree(server.deps)
  expect(await held()).toBe(1)
  await server.pool.query('update person set active = false where id = $1', [doctorLinden.id])
  await server.pool.query('update doctor set active = false where id = $1', [doctorLinden.id])
  await countNextFree(server.deps)
  expect(await held()).toBe(0)
})
