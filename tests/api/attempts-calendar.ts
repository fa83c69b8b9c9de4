import type { CallName, Input } from '../../contract/calls.ts'
import { newId } from '../../contract/kernel/id.ts'
import type { Client, TestServer } from '../support/server.ts'
import type { Try } from './attempts.ts'
import { enter, refreshLimits, roleOf, type Actor, type Place } from './cast.ts'

type Attempt<N extends CallName> = {
  readonly input: Input<N>
  readonly as?: Client
  readonly about?: readonly string[]
}
type Area = {
  readonly [N in Extract<CallName, `calendar.${string}`>]: (
    make: Try,
    actor: Actor,
    place: Place,
  ) => Promise<Attempt<N>>
}

/** Attempts for imported and exported calendars, each with its own calendar. */
export const calendarAttempts: Area = {
  'calendar.get': async (make, _actor, place) => ({
    input: { start: make.day(20), end: make.day(21), doctor: place.doctor },
  }),
  'calendar.list': async () => ({ input: {} }),
  'calendar.addUrl': async ({ server }) => {
    refreshLimits(server)
    return { input: { id: newId(), name: 'Ev', url: 'https://calendar.example.org/home.ics' } }
  },
  'calendar.addToken': async ({ server }, actor) => {
    refreshLimits(server)
    const client = await doctorOf(server, actor)
    if (!client) return { input: { id: newId(), code: 'none', state: 'none' } }
    return { input: { id: newId(), ...(await consent(client)) }, as: client }
  },
  'calendar.connect': async () => ({ input: {} }),
  'calendar.update': async (make, _actor, place) => ({ input: { id: await makeLink(make, place), name: 'İş' } }),
  'calendar.refresh': async (make, _actor, place) => {
    refreshLimits(make.server)
    return { input: { id: await makeLink(make, place) } }
  },
  'calendar.refreshMany': async (make, _actor, place) => {
    const id = await makeLink(make, place)
    return { input: { ids: [id] }, about: [id] }
  },
  'calendar.delete': async (make, _actor, place) => ({ input: { id: await makeLink(make, place) } }),
  'calendar.shared': async () => ({ input: {} }),
  'calendar.share': async () => ({ input: {} }),
  'calendar.shareRenew': async ({ server }, actor) => {
    await (await doctorOf(server, actor))?.call('calendar.share', {})
    return { input: {} }
  },
  'calendar.shareStop': async () => ({ input: {} }),
}

/**
 * A connected calendar of a place's doctor, inserted into the database; for the absent place an id that does not exist.
 */
export async function makeLink({ server }: Pick<Try, 'server'>, { doctor }: Place): Promise<string> {
  const id = newId()
  const { rowCount } = await server.pool.query('select from doctor where id = $1', [doctor])
  if (!rowCount) return id
  // the limit on their number is tested elsewhere
  await server.pool.query('delete from calendar_link where doctor_id = $1', [doctor])
  await server.pool.query(
    `insert into calendar_link (id, doctor_id, kind, name, account, zone, secret) values ($1, $2, 'url', 'Ev', 'calendar.example.org', 'Europe/Istanbul', $3)`,
    [id, doctor, server.deps.vault.seal('calendar', 'https://calendar.example.org/home.ics')],
  )
  return id
}

/** The code with which the calendar service sends back a doctor who has consented. */
export async function consent(client: Client, calendar?: string) {
  const { body } = await client.call('calendar.connect', { ...(calendar && { calendar }) })
  const page = await (await fetch(String(body['url']))).text()
  const back = new URL(/href="([^"]+code=[^"]+)"/.exec(page)![1]!.replaceAll('&amp;', '&')).searchParams
  return { code: back.get('code')!, state: back.get('state')! }
}

async function doctorOf(server: TestServer, actor: Actor): Promise<Client | null> {
  return roleOf(actor) === 'doctor' ? enter(server, actor) : null
}
