import type { CallName, Refusal } from '../../contract/calls.ts'
import { newId } from '../../contract/kernel/id.ts'
import type { Answer, TestServer } from '../support/server.ts'
import type { Try } from './attempts.ts'
import { consent, makeLink } from './attempts-calendar.ts'
import { refreshLimits, type Cast } from './cast.ts'

type Calls = Extract<CallName, `calendar.${string}`>
type Provoked = { readonly [N in Calls]: { readonly [R in Refusal<N>]: () => Promise<Answer> } }

/**
 * Provokes every refusal of imported and exported calendars. Takes functions, since the server starts with the tests.
 */
export function calendarRefusals(platform: { server: () => TestServer; cast: () => Cast; make: () => Try }): Provoked {
  const server = () => platform.server()
  const doctor = () => platform.cast().clients.doctorPublic
  const here = () => platform.cast().places.kuzey1
  const link = () => makeLink(platform.make(), here())
  const url = 'https://calendar.example.org/home.ics'
  const add = async (more: { url?: string; id?: string } = {}) => {
    refreshLimits(server())
    return doctor().call('calendar.addUrl', { id: newId(), name: 'Ev', url, ...more })
  }
  const full = async () => {
    await link()
    await server().pool.query(
      `insert into calendar_link (id, doctor_id, kind, name, account, zone) select gen_random_uuid(), $1, 'url', 'x', 'x', 'UTC' from generate_series(1, 10)`,
      [here().doctor],
    )
  }
  const emptied = async (answer: Promise<Answer>) => {
    const tokens = await answer
    await server().pool.query('delete from calendar_link where doctor_id = $1', [here().doctor])
    return tokens
  }
  const badly = async (say: Parameters<TestServer['web']['say']>[0], work: () => Promise<Answer>) => {
    server().web.say(say)
    return work().finally(() => server().web.say('BEGIN:VCALENDAR\nEND:VCALENDAR'))
  }
  const change = async (to: string) => {
    refreshLimits(server())
    return doctor().call('calendar.update', { id: await link(), url: to })
  }
  const huge = 'BEGIN:VCALENDAR\n'.padEnd(3_000_000, 'x')
  const read = (work: (to: string) => Promise<Answer>) => ({
    calendar_address: async () => work('https://127.0.0.1/home.ics'),
    third_party_failure: async () => work('https://nobody.invalid/home.ics'),
    file_too_large: async () => badly(huge, () => work(url)),
    calendar_unreadable: async () => badly('<html>Sign in</html>', () => work(url)),
  })

  return {
    'calendar.get': {
      doctor_required: async () =>
        platform.cast().clients.admin.call('calendar.get', { start: '20261101', end: '20261102' }),
      doctor_not_found: async () =>
        doctor().call('calendar.get', { start: '20261101', end: '20261102', doctor: newId() }),
      start_date_invalid: async () => doctor().call('calendar.get', { start: '20260230', end: '20260301' }),
      end_date_invalid: async () => doctor().call('calendar.get', { start: '20261102', end: '20261101' }),
    },
    'calendar.list': {},
    'calendar.addUrl': {
      id_taken: async () => add({ id: await link() }),
      calendar_limit: async () => {
        await full()
        return emptied(add())
      },
      ...read((to) => add({ url: to })),
    },
    'calendar.addToken': {
      id_taken: async () => {
        refreshLimits(server())
        const id = await link()
        return doctor().call('calendar.addToken', { id, ...(await consent(doctor())) })
      },
      calendar_limit: async () => {
        refreshLimits(server())
        await full()
        return emptied(doctor().call('calendar.addToken', { id: newId(), ...(await consent(doctor())) }))
      },
      consent_invalid: async () => doctor().call('calendar.addToken', { id: newId(), code: 'x', state: 'x' }),
      third_party_failure: async () => {
        refreshLimits(server())
        const tokens = await consent(doctor())
        server().calendars.behave('down')
        return doctor()
          .call('calendar.addToken', { id: newId(), ...tokens })
          .finally(() => server().calendars.behave('well'))
      },
    },
    'calendar.connect': {
      provider_missing: async () => {
        const { calendarProvider } = server().deps
        Object.assign(server().deps, { calendarProvider: null })
        return doctor()
          .call('calendar.connect', {})
          .finally(() => Object.assign(server().deps, { calendarProvider }))
      },
      calendar_not_found: async () => doctor().call('calendar.connect', { calendar: newId() }),
    },
    'calendar.update': {
      calendar_not_found: async () => doctor().call('calendar.update', { id: newId(), name: 'x' }),
      ...read(change),
    },
    'calendar.refresh': {
      calendar_not_found: async () => doctor().call('calendar.refresh', { id: newId() }),
    },
    'calendar.refreshMany': {},
    'calendar.delete': { calendar_not_found: async () => doctor().call('calendar.delete', { id: newId() }) },
    'calendar.shared': {},
    'calendar.share': {},
    'calendar.shareRenew': {
      share_not_found: async () => {
        await doctor().call('calendar.shareStop', {})
        return doctor().call('calendar.shareRenew', {})
      },
    },
    'calendar.shareStop': {},
  }
}
