import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../contract/kernel/id.ts'
import { proofByBirth, proofByCode } from '../../contract/kiosk/kiosk.rules.ts'
import type { KioskVisit } from '../../contract/kiosk/kiosk.ts'
import { digestOf } from '../../src/areas/kiosk/digest.ts'
import { startServer, type TestServer } from '../support/server.ts'

let server: TestServer
let began = 0
/** Six visits of today, with codes like patients'. */
const codes = ['100000', '104211', '123456', '150007', '177777', '199999']
beforeAll(async () => {
  server = await startServer()
  began = server.clock.now
  const { world, pool } = server
  const { doctorKuzey, patientKuzey } = world.people
  await pool.query(`update patient set birth_date = '1988-03-14' where id = $1`, [patientKuzey.id])
  for (const [n, code] of codes.entries()) {
    const id = await world.visit(doctorKuzey.id, patientKuzey.id, world.clinics.kuzey, world.slot(0, n))
    await pool.query('update appointment set check_in_code = $2 where id = $1', [id, code])
  }
})
afterAll(() => server.stop())

type List = { readonly salt: string; readonly visits: readonly KioskVisit[] }

/** What a stolen tablet holds: the list of its day. */
async function tablet(who: 'deskKuzey' | 'deskLinden' = 'deskKuzey') {
  const desk = await server.signIn(who)
  const { body } = await desk.call('kiosk.enrol', { id: newId(), name: 'Giriş', area: '', doctorIds: [] })
  const key = { id: (body['kiosk'] as { id: string }).id, token: String(body['token']) }
  return async () => (await server.nobody().call('kiosk.today', key)).body as unknown as List
}
const proofsIn = ({ visits }: List) => visits.map(({ proofs }) => proofs)

test('trying all codes reveals none: each digest fits about sixty, and a birth date among thousands', async () => {
  const { salt, visits } = await (await tablet())()
  for (const { proofs } of visits) {
    expect(proofs).toHaveLength(2)
    for (const proof of proofs) expect(Number.parseInt(proof, 16)).toBeLessThan(2 ** 14)
  }
  // a person who has a code is still found by it
  const shown = await Promise.all(codes.map((code) => digestOf(salt, proofByCode(code))))
  expect(visits.map(({ proofs }) => proofs[0])).toEqual(shown)
  const { rows } = await server.pool.query<{ phone: string }>('select phone from person where id = $1', [
    server.world.people.patientKuzey.id,
  ])
  expect(visits[0]!.proofs[1]).toBe(await digestOf(salt, proofByBirth('19880314', rows[0]!.phone.slice(-4))))
})

test('several lists reveal no more than one: fetched again, or by another tablet of the clinic', async () => {
  const [one, other, elsewhere] = [await tablet(), await tablet(), await tablet('deskLinden')]
  const first = await one()
  server.clock.now += 60_000
  for (const again of [await one(), await other()]) {
    expect(proofsIn(again)).toEqual(proofsIn(first))
    expect(again.salt).toBe(first.salt)
  }
  // and nothing computed for one clinic and day helps with another
  expect((await elsewhere()).salt).not.toBe(first.salt)
  server.clock.now += 24 * 3_600_000
  expect((await one()).salt).not.toBe(first.salt)
})

// last, because it keeps the machine so busy that the server sheds load
test('trying all codes does not read the list: it contains no fast hash, and each attempt is expensive', async () => {
  server.clock.now = began
  const { salt, visits } = await (await tablet())()
  expect(visits).toHaveLength(codes.length)
  const held = new Set(visits.flatMap(({ proofs }) => proofs))
  const fast = Array.from({ length: 100_000 }, (_, i) => proofByCode(String(100_000 + i))).filter((proof) =>
    held.has(createHash('sha256').update(`${salt} ${proof}`).digest('hex')),
  )
  expect(fast).toEqual([])
  const from = performance.now()
  for (let i = 0; i < 50; i++) await digestOf(salt, proofByCode(String(500_000 + i)))
  // a million codes then take a quarter of an hour on the fastest machine, instead of a second and a half
  expect((performance.now() - from) / 50).toBeGreaterThan(1)
})
