import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Input } from '../../contract/calls.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { PASSWORD } from '../support/world.ts'
import { sentTo } from './support.ts'

let server: TestServer
beforeAll(async () => void (server = await startServer()))
afterAll(() => server.stop())

const HOST = 'kuzey.localhost'
const VICTIM = 'zeynep.gercek@test.example'
const form: Input<'session.register'> = {
  type: 'patient',
  lang: 'en',
  name: 'Zeynep Gerçek',
  email: VICTIM,
  phone: '+905338880001',
  password: PASSWORD,
  consent: true,
  proof: 'a'.repeat(43),
}

test('registering with another person’s address does not get them into an account whose password the attacker knows: the link alone signs no one in', async () => {
  await server.nobody(HOST).call('session.register', form)
  const [mail] = await sentTo(server, VICTIM)
  const code = /#([\w-]{43})/.exec(mail ?? '')?.[1] ?? ''
  const victim = server.nobody(HOST)
  const session = String((await victim.call('session.start', {})).body['session'])
  // the victim's browser has registered nothing, or something of its own
  const answer = await victim.call('session.confirm', { code, session, proof: 'v'.repeat(43) })
  expect(answer.body).toEqual({ status: true, type: 'patient', waiting: false })
  const { rows } = await server.pool.query(
    'select 1 from session where person_id = (select id from person where email = $1)',
    [VICTIM],
  )
  expect(rows).toEqual([])
  // there is no second try, even with the proof
  const late = await server.nobody(HOST).call('session.confirm', { code, session, proof: form.proof })
  expect(late.body).not.toHaveProperty('signedIn')
})
