import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { SharedCalendar } from '../../../contract/calendar-link/calendar-link.page.ts'
import { newId } from '../../../contract/kernel/id.ts'
import { consent } from '../../../tests/api/attempts-calendar.ts'
import { refreshLimits } from '../../../tests/api/cast.ts'
import { startServer, type Answer, type Client, type TestServer } from '../../../tests/support/server.ts'
import { readCalendars } from '../../jobs/read-calendars.ts'

let server: TestServer
let doctor: Client
let desk: Client
let patient: Client
let began = 0
beforeAll(async () => {
  server = await startServer()
  began = server.clock.now
  doctor = await server.as('doctorKuzey')
  desk = await server.as('deskKuzey', 'kuzey.localhost')
  patient = await server.as('patientKuzey', 'kuzey.localhost')
})
afterAll(() => server.stop())
beforeEach(async () => {
  server.clock.now = began
  refreshLimits(server)
  server.calendars.behave('well')
  server.calendars.keeps([])
  await server.pool.query('delete from calendar_link')
  await server.pool.query('delete from notification')
  await server.pool.query('delete from message')
})

const MINUTE = 60_000
/** For two shared cores. */
const SLOW = { timeout: 20_000 }
const ADDRESS = 'https://calendar.example.org/secret-key/home.ics'
const me = () => server.world.people.doctorKuzey.id
const stamp = (iso: string) => iso.replaceAll(/[-:]|\.\d{3}/g, '')
const event = (start: string, end: string, title = 'Anjiyo kontrolüm') =>
  `BEGIN:VEVENT\r\nUID:${start}@home\r\nDTSTART:${stamp(start)}\r\nDTEND:${stamp(end)}\r\nSUMMARY:${title}\r\nEND:VEVENT\r\n`
const calendar = (...events: readonly string[]) =>
  `BEGIN:VCALENDAR\r\nVERSION:2.0\r\n${events.join('')}END:VCALENDAR\r\n`
const after = (iso: string, minutes: number) => new Date(Date.parse(iso) + minutes * MINUTE).toISOString()
const add = (id = newId()) => doctor.call('calendar.addUrl', { id, name: 'Ev', url: ADDRESS })
const linkOf = ({ body }: Answer) => body['calendar'] as Record<string, unknown>
const day = (iso: string) => iso.slice(0, 10).replaceAll('-', '')
const slotsOn = async (iso: string) =>
  (
    (await patient.call('availability.get', { doctor: me(), start: day(iso), end: day(iso), type: 'physical' })).body[
      'availability'
    ] as { start: string }[]
  ).map(({ start }) => start)
const busyRows = async () =>
  (await server.pool.query<{ title: string }>('select title from busy where link_id is not null order by starts_at'))
    .rows
/** Runs the job `minutes` later; several reads may be due. */
async function later(minutes: number) {
  server.clock.now += minutes * MINUTE
  return readCalendars(server.deps)
}

describe('a calendar added by its address (rules 7, 96)', () => {
  test('its private events block times at once; only the doctor sees their titles, and no reply contains the address', async () => {
    const start = server.world.slot(5, 3)
    expect(await slotsOn(start)).toContain(start)
    server.web.say(calendar(event(start, after(start, 20))))
    const added = await add()
    expect(added.status).toBe(200)
    expect(linkOf(added)).toMatchObject({
      kind: 'url',
      state: 'ok',
      events: 1,
      account: 'calendar.example.org',
      failure: null,
    })
    expect(JSON.stringify(added.body)).not.toContain('secret-key')
    expect(await slotsOn(start)).not.toContain(start)
    const window = { start: day(start), end: day(start), doctor: me() }
    const eventsOf = async (who: Client) =>
      (await who.call('calendar.get', window)).body['calendar'] as { title: unknown }[]
    expect((await eventsOf(doctor)).map(({ title }) => title)).toEqual(['Anjiyo kontrolüm'])
    expect((await eventsOf(desk)).map(({ title }) => title)).toEqual([null])
    // nor can the desk remove it, or read the calendar's own row
    const [row] = (await eventsOf(desk)) as unknown as { id: string }[]
    expect((await desk.call('busy.remove', { id: row!.id })).status).toBe(404)
    expect((await doctor.call('busy.remove', { id: row!.id })).status).toBe(404)
    const { rows } = await server.pool.query<{ secret: string }>('select secret from calendar_link')
    expect(rows[0]!.secret).not.toContain('secret-key')
  })

  test('booking a slot that an event blocked a minute ago is refused with five other times', async () => {
    const start = server.world.slot(6, 2)
    server.web.say(calendar())
    await add()
    expect(await slotsOn(start)).toContain(start)
    server.web.say(calendar(event(start, after(start, 20))))
    expect(await later(16)).toBe(1)
    const refused = await patient.call('appointment.book', {
      id: newId(),
      paymentId: newId(),
      patientId: server.world.people.patientKuzey.id,
      doctorId: me(),
      clinicId: server.world.clinics.kuzey,
      start,
      duration: 20,
      type: 'face-to-face',
      payWith: 'later',
    })
    expect(refused.body).toMatchObject({ status: false, refused: 'slot_taken' })
    expect(refused.body['slots']).toHaveLength(5)
  })

  test('no transaction is open while a calendar is fetched; no second process fetches it, and what its doctor changes meanwhile wins', async () => {
    server.web.say(calendar())
    const { id } = linkOf(await add()) as { id: string }
    const start = server.world.slot(6, 4)
    const of = (title: string) => calendar(event(start, after(start, 20), title))
    let answer = () => {}
    const firstRequest = new Promise<void>((resolve) =>
      server.web.say((_, response) => {
        answer = () => void response.writeHead(200).end(of('before'))
        resolve()
      }),
    )
    const reading = later(16)
    await firstRequest
    const { rows } = await server.watch.query(
      `select from pg_stat_activity where datname = current_database() and state = 'idle in transaction'`,
    )
    expect(rows).toEqual([])
    expect(await readCalendars(server.deps)).toBe(0)
    expect((await doctor.call('calendar.update', { id, name: 'Yeni ad' })).status).toBe(200)
    server.web.say(of('after'))
    answer()
    // the result is older than the change: dropped, and read again in the same round
    expect(await reading).toBe(2)
    expect(await busyRows()).toEqual([{ title: 'after' }])
    const { rows: links } = await server.pool.query('select name, state from calendar_link')
    expect(links).toEqual([{ name: 'Yeni ad', state: 'ok' }])
    expect((await server.pool.query('select from calendar_reading')).rowCount).toBe(0)
  })

  test('no transaction is open while a doctor adds, changes or refreshes one; a refresh overtaken by its doctor’s change writes nothing', async () => {
    let onRequest = () => {}
    let answer = () => {}
    const hold = (body: string) => {
      const came = new Promise<void>((resolve) => (onRequest = resolve))
      server.web.say((_, response) => {
        answer = () => void response.writeHead(200).end(body)
        onRequest()
      })
      return came
    }
    const idle = async () =>
      (
        await server.watch.query(
          `select query from pg_stat_activity where datname = current_database() and state = 'idle in transaction'`,
        )
      ).rows
    const start = server.world.slot(6, 6)
    const of = (title: string) => calendar(event(start, after(start, 20), title))
    const id = newId()
    for (const call of [
      () => add(id),
      () => doctor.call('calendar.update', { id, url: ADDRESS }),
      () => doctor.call('calendar.refresh', { id }),
    ]) {
      const came = hold(of('önce'))
      const reading = call()
      await came
      expect(await idle()).toEqual([])
      answer()
      expect((await reading).status).toBe(200)
    }
    const came = hold(of('eski'))
    const refreshing = doctor.call('calendar.refresh', { id })
    await came
    const late = answer
    server.web.say(of('yeni'))
    expect((await doctor.call('calendar.update', { id, url: `${ADDRESS}?2` })).status).toBe(200)
    late()
    expect((await refreshing).status).toBe(200)
    expect(await busyRows()).toEqual([{ title: 'yeni' }])
  })

  test('a refresh writes only what differs, and notifies the desk’s devices', async () => {
    const [one, two, three] = [3, 4, 5].map((n) => server.world.slot(7, n)) as [string, string, string]
    server.web.say(calendar(event(one, after(one, 20), 'bir'), event(two, after(two, 20), 'iki')))
    await add()
    const before = await server.pool.query<{ id: string; title: string }>(
      'select id, title from busy where link_id is not null order by title',
    )
    server.web.say(calendar(event(one, after(one, 20), 'bir'), event(three, after(three, 20), 'üç')))
    server.poked.length = 0
    await later(16)
    const now = await server.pool.query<{ id: string; title: string }>(
      'select id, title from busy where link_id is not null order by title',
    )
    expect(now.rows.map(({ title }) => title)).toEqual(['bir', 'üç'])
    expect(now.rows[0]).toEqual(before.rows[0])
    expect(server.poked.flat()).toContain(`clinic:${server.world.clinics.kuzey}`)
    server.poked.length = 0
    await later(16)
    expect(server.poked).toEqual([])
  })

  test('a lane that claims a calendar while another settles it does not deadlock', async () => {
    const start = server.world.slot(8, 2)
    let answer = () => {}
    server.web.say(calendar(event(start, after(start, 20))))
    const id = String(linkOf(await add())['id'])
    const firstRequest = new Promise<void>((reached) =>
      server.web.say((_, response) => {
        answer = () => void response.end(calendar())
        reached()
      }),
    )
    server.clock.now += 16 * MINUTE
    const reading = readCalendars(server.deps)
    await firstRequest
    const other = await server.pool.connect()
    try {
      // a claim locks the calendar first, and then needs its place among the claims
      await other.query('begin')
      // makes this transaction the victim of a deadlock; the other would retry, and the test would see nothing
      await other.query(`set local deadlock_timeout = '1ms'`)
      await other.query('select from calendar_link where id = $1 for update', [id])
      answer()
      await expect
        .poll(async () => {
          const { rows } = await server.watch.query(
            `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
          )
          return rows.length
        }, SLOW)
        .toBe(1)
      await other.query(
        `insert into calendar_reading (link_id, claimed_at) values ($1, now())
           on conflict (link_id) do update set claimed_at = excluded.claimed_at where false`,
        [id],
      )
      await other.query('commit')
    } finally {
      other.release(true)
    }
    expect(await reading).toBe(1)
    expect(await busyRows()).toEqual([])
  })

  test('three failures in a row mark it as broken, with one notice and one mail; its times are kept for a day and then removed, with another notice', async () => {
    const start = server.world.slot(8, 1)
    server.web.say(calendar(event(start, after(start, 20))))
    const id = String(linkOf(await add())['id'])
    server.web.say((_, response) => void response.writeHead(503).end())
    const state = async () =>
      (
        await server.pool.query<{ state: string; failures: number }>(
          'select state, failures from calendar_link where id = $1',
          [id],
        )
      ).rows[0]
    await later(16)
    expect(await state()).toEqual({ state: 'failing', failures: 1 })
    await later(16)
    await later(16)
    await later(16)
    expect(await state()).toEqual({ state: 'broken', failures: 4 })
    const notices = async () =>
      (
        await server.pool.query<{ kind: string; args: string[] }>(
          'select kind, args from notification where user_id = $1 order by created_at',
          [me()],
        )
      ).rows
    expect(await notices()).toEqual([{ kind: 'calendar_broken', args: ['Ev'] }])
    const mails = await server.pool.query<{ template: string; args: Record<string, string> }>(
      'select template, args from message',
    )
    expect(mails.rows).toMatchObject([{ template: 'calendar_broken', args: { calendar: 'Ev' } }])
    expect(await busyRows()).toHaveLength(1)
    await later(25 * 60)
    expect(await busyRows()).toEqual([])
    expect((await notices()).map(({ kind }) => kind)).toEqual(['calendar_broken', 'calendar_dropped'])
    // one press repairs it, and nothing is doubled
    server.web.say(calendar(event(start, after(start, 20))))
    expect(linkOf(await (await server.signIn('doctorKuzey')).call('calendar.refresh', { id }))).toMatchObject({
      state: 'ok',
      failure: null,
      dropped: false,
      events: 1,
    })
    expect(await busyRows()).toHaveLength(1)
  })

  test('a reply that is not a calendar, an endless one and a zip bomb keep the last good times', async () => {
    const start = server.world.slot(9, 1)
    server.web.say(calendar(event(start, after(start, 20))))
    const id = String(linkOf(await add())['id'])
    for (const [say, failure] of [
      ['<html>Please sign in</html>', 'unreadable'],
      ['BEGIN:VCALENDAR\n'.padEnd(3_000_000, 'x'), 'too_large'],
      [`BEGIN:VEVENT\n`.repeat(20_000), 'unreadable'],
    ] as const) {
      server.web.say(say)
      expect(linkOf(await doctor.call('calendar.refresh', { id }))).toMatchObject({ failure })
      expect(await busyRows()).toHaveLength(1)
    }
  })

  test('an unchanged calendar is not downloaded again', async () => {
    server.clock.now = Math.ceil(began / 43_200_000) * 43_200_000 - 3 * 60 * MINUTE
    if (server.clock.now < began) server.clock.now = began + 60 * MINUTE
    const start = server.world.slot(10, 1)
    const text = calendar(event(start, after(start, 20)))
    server.web.say(text)
    await add()
    let conditional = ''
    server.web.say((request, response) => {
      conditional = String(request.headers['if-none-match'])
      response.writeHead(304).end()
    })
    await later(16)
    expect(conditional).toBe(`"${text.length}"`)
    expect(await busyRows()).toHaveLength(1)
  })

  test('a doctor has twelve fetches an hour, whatever their result (TRUST D4)', async () => {
    server.web.say(calendar())
    const answers: Answer[] = []
    for (let n = 0; n < 13; n++)
      answers.push(await doctor.call('calendar.addUrl', { id: newId(), name: 'Ev', url: 'https://127.0.0.1/' }))
    expect(new Set(answers.slice(0, 12).map(({ body }) => body['refused']))).toEqual(new Set(['calendar_address']))
    expect([answers[12]!.status, answers[12]!.body['refused']]).toEqual([429, 'too_many_tries'])
  })

  test('no one can read or change another doctor’s calendar', async () => {
    server.web.say(calendar())
    const id = String(linkOf(await add())['id'])
    const other = await server.as('doctorGizli')
    server.web.asked.length = 0
    for (const answer of [
      await other.call('calendar.refresh', { id }),
      await other.call('calendar.update', { id, name: 'x' }),
      await other.call('calendar.delete', { id }),
      await other.call('calendar.connect', { calendar: id }),
    ])
      expect(answer.status).toBe(404)
    expect((await other.call('calendar.refreshMany', { ids: [id] })).body['refused']).toHaveLength(1)
    expect(server.web.asked).toEqual([])
    expect((await desk.call('calendar.list', {})).status).toBe(403)
  })
})

describe('a calendar connected by consent (SPEC §2, rule 98, TRUST R30)', () => {
  const give = async (id = newId(), calendar_?: string) =>
    doctor.call('calendar.addToken', { id, ...(await consent(doctor, calendar_)) })
  const holds = (start: string, title = 'Özel') => ({
    id: start,
    summary: title,
    start: { dateTime: start },
    end: { dateTime: after(start, 20) },
  })

  test('its busy times block; free and cancelled events do not; the token is stored encrypted', async () => {
    const start = server.world.slot(5, 5)
    server.calendars.keeps([
      holds(start),
      { ...holds(after(start, 40)), transparency: 'transparent' },
      { ...holds(after(start, 80)), status: 'cancelled' },
    ])
    const added = await give()
    expect(linkOf(added)).toMatchObject({ kind: 'token', state: 'ok', account: server.calendars.account, events: 1 })
    expect(await slotsOn(start)).not.toContain(start)
    const { rows } = await server.pool.query<{ secret: string }>('select secret from calendar_link')
    expect(rows[0]!.secret.length).toBeGreaterThan(60)
  })

  test('a state works once, for ten minutes, in the session that requested it', async () => {
    const answer = await consent(doctor)
    const again = () => doctor.call('calendar.addToken', { id: newId(), ...answer })
    const elsewhere = await server.signIn('doctorKuzey')
    expect((await elsewhere.call('calendar.addToken', { id: newId(), ...answer })).body['refused']).toBe(
      'consent_invalid',
    )
    expect((await again()).status).toBe(200)
    expect((await again()).body['refused']).toBe('consent_invalid')
    const late = await consent(doctor)
    server.clock.now += 11 * MINUTE
    expect((await doctor.call('calendar.addToken', { id: newId(), ...late })).body['refused']).toBe('consent_invalid')
  })

  test('a revoked consent marks it as broken at once and keeps its times; a new consent repairs it without duplicates', async () => {
    const start = server.world.slot(6, 5)
    server.calendars.keeps([holds(start)])
    const id = String(linkOf(await give())['id'])
    server.calendars.revokeAll()
    await later(16)
    const { rows } = await server.pool.query('select state, failure from calendar_link')
    expect(rows).toEqual([{ state: 'broken', failure: 'revoked' }])
    expect(await busyRows()).toHaveLength(1)
    expect((await server.pool.query('select from message where template = $1', ['calendar_broken'])).rowCount).toBe(1)
    const mended = await give(newId(), id)
    expect(linkOf(mended)).toMatchObject({ id, state: 'ok' })
    expect(await busyRows()).toHaveLength(1)
  })

  test.each(['down', 'slow', 'lying'] as const)(
    'a service that is %s: refused with its own code in bounded time, and nothing is stored',
    async (mood) => {
      const given = await consent(doctor)
      server.calendars.behave(mood)
      const answer = await doctor.call('calendar.addToken', { id: newId(), ...given })
      expect(answer.body['refused']).toBe('third_party_failure')
      expect((await server.pool.query('select from calendar_link')).rowCount).toBe(0)
    },
  )

  test('removing it revokes the consent and frees its times', async () => {
    const start = server.world.slot(7, 6)
    server.calendars.keeps([holds(start)])
    const id = String(linkOf(await give())['id'])
    server.calendars.asked.length = 0
    expect((await doctor.call('calendar.delete', { id })).status).toBe(200)
    expect(server.calendars.asked).toContain('/revoke')
    expect(await slotsOn(start)).toContain(start)
  })
})

describe('an uploaded calendar file (SPEC §7)', () => {
  const BOUNDARY = 'calendar-boundary'
  const send = async (who: Client, fields: Readonly<Record<string, string>>, file: string) =>
    server.app.inject({
      method: 'POST',
      url: '/api/calendar/ical/file',
      headers: { ...who.headers, 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
      payload: `${Object.entries(fields)
        .map(([name, value]) => `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`)
        .join(
          '',
        )}--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="tatil.ics"\r\nContent-Type: text/calendar\r\n\r\n${file}\r\n--${BOUNDARY}--\r\n`,
    })

  test('it is read, stored encrypted, extended as time passes, and replaced by another', async () => {
    const start = server.world.slot(5, 8)
    const id = newId()
    const answer = await send(doctor, { id, name: 'Tatil' }, calendar(event(start, after(start, 20))))
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toMatchObject({ calendar: { id, kind: 'file', account: 'tatil.ics', events: 1 } })
    expect(await slotsOn(start)).not.toContain(start)
    const { rows } = await server.pool.query<{ content: string }>('select content from calendar_link')
    expect(Buffer.from(rows[0]!.content, 'base64url').toString()).not.toContain('VCALENDAR')
    // the doctor acts in between: a session unused for twelve hours ends (TRUST D2)
    expect(await later(7 * 60)).toBe(0)
    expect((await doctor.call('calendar.list', {})).status).toBe(200)
    expect(await later(6 * 60)).toBe(1)
    const other = server.world.slot(6, 8)
    const again = calendar(event(other, after(other, 20)))
    expect((await send(doctor, { id: newId(), name: 'Tatil', calendar: id }, again)).statusCode).toBe(200)
    expect((await server.pool.query('select from calendar_link')).rowCount).toBe(1)
    expect(await slotsOn(start)).toContain(start)
    expect(await slotsOn(other)).not.toContain(other)
  })

  test('each bad upload is refused with its own code: no calendar, another doctor’s, too large, no doctor', async () => {
    expect((await send(doctor, { id: newId(), name: 'x' }, 'GIF89a')).json()).toMatchObject({
      refused: 'calendar_unreadable',
    })
    expect((await send(doctor, { id: newId(), name: 'x', calendar: newId() }, calendar())).statusCode).toBe(404)
    expect((await send(doctor, { id: newId(), name: 'x' }, 'x'.repeat(6_000_000))).json()).toMatchObject({
      refused: 'file_too_large',
    })
    expect((await send(desk, { id: newId(), name: 'x' }, calendar())).statusCode).toBe(403)
    expect((await send(server.nobody(), { id: newId(), name: 'x' }, calendar())).statusCode).toBe(401)
    expect((await send(doctor, { id: 'x', name: '' }, calendar())).json()).toMatchObject({ refused: 'bad_input' })
  })
})

describe('a shared calendar (rule 97)', () => {
  const read = async (url: string, headers: Record<string, string> = {}) => {
    const answer = await server.app.inject({ method: 'GET', url: new URL(url).pathname, headers })
    return { status: answer.statusCode, text: answer.body.replaceAll('\r\n ', ''), headers: answer.headers }
  }
  const share = async (level?: 'busy' | 'initials' | 'full') =>
    String((await doctor.call('calendar.share', { ...(level && { level }) })).body['url'])

  test('it shows only what its level allows: times, initials, or everything', async () => {
    await doctor.call('calendar.shareStop', {})
    const { kuzey } = server.world.clinics
    const ownPatient = server.world.people.patientKuzey
    const id = await server.world.visit(me(), ownPatient.id, kuzey, server.world.slot(3, 9))
    await server.pool.query(
      `update appointment set patient_name = 'Ayşe Işık', patient_note = 'gizli şikâyet', note = 'gizli not' where id = $1`,
      [id],
    )
    const url = await share()
    expect(url).toMatch(/^http:\/\/localhost:3000\/api\/calendar\/feed\/[\w-]{43}\.ics$/)
    const busy = await read(url)
    expect(busy.headers['content-type']).toContain('text/calendar')
    expect(busy.text).toContain(`UID:${id}@bedside`)
    expect(busy.text).toContain(`DTSTART:${stamp(server.world.slot(3, 9))}`)
    for (const secret of ['Ay', 'Işık', 'gizli', ownPatient.id, 'Klinik']) expect(busy.text).not.toContain(secret)
    await share('initials')
    const initials = await read(url)
    expect(initials.text).toContain('SUMMARY:A. I.')
    for (const secret of ['Ayşe', 'Işık', 'gizli']) expect(initials.text).not.toContain(secret)
    await share('full')
    const full = await read(url)
    expect(full.text).toContain('SUMMARY:Ayşe Işık')
    expect(full.text).not.toContain('gizli')
  })

  test('35.11: opened by a person it is a page that tells no more than its level, in their language', async () => {
    await doctor.call('calendar.shareStop', {})
    const { kuzey } = server.world.clinics
    const start = server.world.slot(5, 9)
    const id = await server.world.visit(me(), server.world.people.patientKuzey.id, kuzey, start)
    await server.pool.query('update appointment set patient_name = $2, note = $3 where id = $1', [
      id,
      '</script><img src=x> Işık',
      'gizli not',
    ])
    const url = await share()
    const page = (headers = {}) => read(url.replace('.ics', ''), { 'accept-language': 'de-DE,de', ...headers })
    const shownIn = ({ text }: { text: string }) =>
      JSON.parse(/<script type="application\/json"[^>]*>(.*?)<\/script>/s.exec(text)![1]!) as SharedCalendar
    const busy = await page()
    expect([busy.status, busy.headers['content-type'], busy.headers['cache-control']]).toEqual([
      200,
      'text/html; charset=utf-8',
      'no-store',
    ])
    expect(busy.headers['x-robots-tag']).toBe('noindex')
    expect(shownIn(busy).entries.find((entry) => entry.id === id)).toEqual({
      id,
      from: Date.parse(start),
      to: Date.parse(start) + 20 * MINUTE,
      title: 'Belegt',
      place: null,
    })
    for (const secret of ['Işık', 'gizli', 'Klinik']) expect(busy.text).not.toContain(secret)
    await share('full')
    const full = await page()
    expect(shownIn(full).entries.find((entry) => entry.id === id)?.title).toBe('</script><img src=x> Işık')
    expect(full.text).not.toContain('<img')
    expect(full.text).not.toContain('gizli')
    // a browser that goes to the address of the feed sees the page; a program gets the feed
    expect((await read(url, { 'sec-fetch-dest': 'document' })).headers['content-type']).toContain('text/html')
    expect((await read(url, { accept: 'text/html' })).headers['content-type']).toContain('text/calendar')
    await server.pool.query(`update appointment set status = 'cancelled' where id = $1`, [id])
    expect(shownIn(await page()).entries.map((entry) => entry.id)).not.toContain(id)
    await doctor.call('calendar.shareStop', {})
    const gone = await page()
    expect([gone.status, gone.text.includes('nicht mehr freigegeben')]).toEqual([404, true])
  })

  test('a cancelled visit keeps its id and is marked as cancelled; an unchanged feed is not sent again', async () => {
    const start = server.world.slot(4, 9)
    const id = await server.world.visit(me(), server.world.people.patientKuzey.id, server.world.clinics.kuzey, start)
    const url = await share('busy')
    const first = await read(url)
    const etag = String(first.headers['etag'])
    expect((await read(url, { 'if-none-match': etag })).status).toBe(304)
    await server.pool.query(`update appointment set status = 'cancelled' where id = $1`, [id])
    const then = await read(url, { 'if-none-match': etag })
    expect(then.status).toBe(200)
    expect(then.text.slice(then.text.indexOf(`UID:${id}@bedside`)).split('END:VEVENT')[0]).toContain('STATUS:CANCELLED')
  })

  test('its address stops working when it is renewed or revoked, is unique, and cannot be guessed by brute force', async () => {
    const url = await share('busy')
    const other = await server.as('doctorGizli')
    expect((await other.call('calendar.shared', {})).body['share']).toBe(null)
    const renewed = String((await doctor.call('calendar.shareRenew', {})).body['url'])
    expect(renewed).not.toBe(url)
    expect((await read(url)).status).toBe(404)
    expect((await read(renewed)).status).toBe(200)
    await doctor.call('calendar.shareStop', {})
    expect((await read(renewed)).status).toBe(404)
    const statuses: number[] = []
    for (let n = 0; n < 605; n++) statuses.push((await read(`http://x/api/calendar/feed/${'a'.repeat(43)}.ics`)).status)
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(0)
  }, 40_000)
})
