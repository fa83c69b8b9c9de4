import type { TestServer } from './server.ts'

/** A browser without JavaScript that books without an account, through the public pages. */
export function openGuest(
  server: TestServer,
  { host = 'kuzey.localhost', ip = '203.0.113.7', lang = 'en' }: { host?: string; ip?: string; lang?: string } = {},
) {
  let cookie = ''
  async function ask(method: 'GET' | 'POST', url: string, form?: Readonly<Record<string, string>>, more = {}) {
    const response = await server.app.inject({
      method,
      url,
      remoteAddress: ip,
      headers: {
        host,
        ...(cookie && { cookie }),
        ...(form && { 'content-type': 'application/x-www-form-urlencoded', origin: `http://${host}` }),
        ...more,
      },
      ...(form && { payload: new URLSearchParams(form).toString() }),
    })
    const set = response.headers['set-cookie']
    if (set) cookie = String(set).split(';')[0]!
    const { statusCode: status, body, headers } = response
    return { status, body, headers, location: String(headers['location'] ?? '') }
  }
  const guest = {
    ask,
    get cookie() {
      return cookie
    },
    /** Uses another browser's cookie. */
    steal: (its: string) => void (cookie = its),
    /** The slots a page of times offers. */
    times: async (doctorId: string, from = '') => {
      const { body } = await ask('GET', `/${lang}/book/${doctorId.slice(-12)}${from && `?from=${from}`}`)
      return [...body.matchAll(/name="slot" value="([^"]*)"/g)].map(([, slot]) => slot!)
    },
    choose: (doctorId: string, slot: string) => ask('POST', `/${lang}/book/${doctorId.slice(-12)}`, { slot }),
    /** Chooses a time and waits as long as a person takes to fill in the form; returns the booking's address. */
    begin: async (doctorId: string, slot: string) => {
      const { location, status, body } = await guest.choose(doctorId, slot)
      if (status !== 303) throw new Error(`${status} ${body.slice(0, 2000)}`)
      server.clock.now += 5000
      return location
    },
    says: (booking: string, form: Readonly<Record<string, string>>) => ask('POST', `${booking}/who`, form),
    proves: (booking: string, code: string) => ask('POST', `${booking}/code`, { code }),
  }
  return guest
}

/** What a form says; each with their own contact. */
export const typedBy = (n: number, more: Readonly<Record<string, string>> = {}) => ({
  whom: 'self',
  name: `Guest ${'ABCDEFGHIJ'[n % 10]} Tester`,
  birthDate: '1990-04-12',
  booker: '',
  phone: `+90532700${String(1000 + n)}`,
  email: `guest${n}@test.example`,
  website: '',
  pay: 'later',
  ...more,
})

/** The newest code sent to a contact; null if none was. */
export async function codeFor(server: TestServer, contact: string): Promise<string | null> {
  const { rows } = await server.pool.query<{ code: string }>(
    `select args ->> 'code' as code from message where template = 'booking_code' and recipient = $1 order by id desc limit 1`,
    [contact],
  )
  return rows[0]?.code ?? null
}

/** The form's value for a slot. */
export const slotValue = (start: string, clinicId: string | null, type = 'face-to-face', minutes = 20) =>
  `${start}|${minutes}|${type}|${clinicId ?? ''}`
