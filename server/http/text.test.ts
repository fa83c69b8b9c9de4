import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../contract/kernel/id.ts'
import { passwordHash } from '../../tests/support/password-hash.ts'
import { startServer, type TestServer } from '../../tests/support/server.ts'
import { hashPassword } from '../identity/password.ts'

/** Issue 38, point 7: texts that look equal are equal, and no character of a line reorders the text next to it. */
let server: TestServer
beforeAll(async () => void (server = await startServer()))
afterAll(() => server.stop())

const desk = () => server.as('deskKuzey')
const NFC = 'Öğüt-çiçeği-77'
const NFD = NFC.normalize('NFD')

async function signIn(password: string) {
  const nobody = server.nobody()
  const session = String((await nobody.call('session.start', {})).body['session'])
  const username = 'patient.kuzey@test.example'
  return (await nobody.call('session.signIn', { type: 'patient', session, username, password })).status
}
const keepHash = (hash: string) =>
  server.pool.query('update person set password_hash = $2 where id = $1', [server.world.people.patientKuzey.id, hash])

/** As an earlier build made hashes: from the bytes as received. */
const hashOfBytes = (password: string) => passwordHash(password, 8192)

test.each([
  ['NFD', NFD],
  ['NFC', NFC],
])('a password set in %s is accepted in either form, and no other is', async (_, set) => {
  await keepHash(await hashPassword(set))
  expect([await signIn(NFC), await signIn(NFD), await signIn(`${NFC}x`)]).toEqual([200, 200, 409])
})

test.each([
  ['NFD', NFD],
  ['NFC', NFC],
])('an old hash of the typed form %s accepts either form', async (_, typed) => {
  await keepHash(hashOfBytes(typed))
  expect([await signIn(NFC), await signIn(NFD), await signIn('Öğüt-çiçeği-78')]).toEqual([200, 200, 409])
})

const card = (name: string) => ({ id: newId(server.clock.now), name, phone: `+90535555${++phones}` })
let phones = 3000

test('a name typed in NFD is stored in NFC and found; one with a bidi override is refused with its own code', async () => {
  const cardInput = card('Çağla Öz'.normalize('NFD'))
  expect((await (await desk()).call('patient.add', cardInput)).status).toBe(200)
  const { rows } = await server.pool.query('select name from patient where id = $1', [cardInput.id])
  expect(rows).toEqual([{ name: 'Çağla Öz' }])
  const refused = await (await desk()).call('patient.add', card('Ali \u202Eelabat'))
  expect(refused).toMatchObject({
    status: 400,
    body: { refused: 'text_invisible', fields: { name: 'text_invisible' } },
  })
  const phone = `\u202A+90 535 555 ${++phones}\u202C` // as copied from a phone's address book
  expect((await (await desk()).call('patient.add', { ...card('Ali Veli'), phone })).status).toBe(200)
})

test('a name stored with a bidi override is shown without it, and cleaned by the next upgrade', async () => {
  const cardInput = card('Eski Ad')
  await (await desk()).call('patient.add', cardInput)
  await server.pool.query(`update person set name = 'Eski \u202Eda' where id = $1`, [cardInput.id])
  await server.pool.query(`update patient set name = 'Eski \u202Eda' where id = $1`, [cardInput.id])
  const seen = (await (await desk()).call('patient.list', { id: cardInput.id })).body['patients']
  expect(seen).toMatchObject([{ id: cardInput.id, name: 'Eski da' }])
  await server.pool.query(await readFile(new URL('../db/migrations/0050_visible_lines.sql', import.meta.url), 'utf8'))
  const { rows } = await server.pool.query(
    'select p.name, t.name as card, t.version > 1 as told from person p join patient t on t.id = p.id where p.id = $1',
    [cardInput.id],
  )
  expect(rows).toEqual([{ name: 'Eski da', card: 'Eski da', told: true }])
})
