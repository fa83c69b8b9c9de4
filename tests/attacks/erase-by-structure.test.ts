import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../contract/kernel/id.ts'
import { TAGS } from '../../contract/email/email.templates.ts'
import { note } from '../../server/areas/notification/note.ts'
import { startServer, type TestServer } from '../support/server.ts'

/** A patient whose name is one of the product's words is erased: other people's data stays unchanged to the letter. */
let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

const letters = async () =>
  (
    await server.pool.query<{ row: string }>(
      `select to_jsonb(m)::text as row from message m where recipient like '%@other.example'
       union all select to_jsonb(n)::text from notification n where user_id = $1
       union all select to_jsonb(r)::text from account_request r where data ->> 'email' like '%@other.example' order by 1`,
      [server.world.people.doctorLinden.id],
    )
  ).rows.map(({ row }) => row)

test.each([...TAGS, 'http', 'Ali', 'null', '%', '"', '—'])(
  'erasing a patient called %s changes nothing of others',
  async (name) => {
    const { world, pool, clock } = server
    const { people, clinics } = world
    const patient = await world.patient(`erase.${newId()}`, clinics.kuzey)
    await pool.query('update person set name = $2, email = $3, phone = $4, identity = $5 where id = $1', [
      patient.id,
      name,
      '5@other.example',
      '+905551110000',
      '11',
    ])
    const own = await world.visit(people.doctorKuzey.id, patient.id, clinics.kuzey, world.slot(-5, spot++), {
      status: 'completed',
    })
    await note(
      pool,
      { userId: people.doctorKuzey.id, kind: 'appointment_moved', args: [name, '10:00'], appointmentId: own },
      clock.now,
    )
    await pool.query(
      `insert into message (id, channel, recipient, lang, template, args, next_try_at, made_at, subject, body)
     values ($1, 'mail', 'salih@other.example', 'en', 'visit_booked', $2, now(), now(), $3, $3)`,
      [
        newId(),
        JSON.stringify({
          ...Object.fromEntries(TAGS.map((tag) => [tag, `${tag} ${name}`])),
          link: 'https://x.example/link',
        }),
        `Dear Salih, your ${name} when link null http`,
      ],
    )
    for (const args of [[`${name} calendar`], [name]])
      await note(pool, { userId: people.doctorLinden.id, kind: 'calendar_broken', args }, clock.now)
    await pool.query(
      `insert into account_request (id, kind, type, lang, data, asked_at, expires_at) values ($1, 'register', 'patient', 'tr', $2, now(), now() + interval '1 day')`,
      [newId(), JSON.stringify({ name, email: '15@other.example', phone: '+9055511100001', identity: '111' })],
    )
    const before = await letters()
    expect(before.length).toBeGreaterThan(3)
    const desk = await server.as('deskKuzey', 'kuzey.localhost')
    const { body } = await desk.call('patient.erase', { id: patient.id, name, reason: 'asked' }, { key: newId() })
    expect(body).toEqual({ status: true })
    expect(await letters()).toEqual(before)
    const { rows } = await pool.query<{ args: string[] }>('select args from notification where appointment_id = $1', [
      own,
    ])
    expect(rows).toEqual([{ args: ['—', '10:00'] }])
  },
)
let spot = 0
