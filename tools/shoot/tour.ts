import type { Page } from '@playwright/test'
import { LANGUAGES } from '../../contract/kernel/constants.ts'
import type { Device, DeviceOptions } from '../../tests/journeys/support/device.ts'
import { filled, recordsOf } from '../../tests/journeys/support/records.ts'
import { bookAndRead } from '../../tests/journeys/support/letters.ts'
import { dropImports, OF_DESK } from '../../tests/journeys/support/opened.ts'
import { GUEST_PAGES, openGuestPage, shareCalendar } from '../../tests/journeys/support/outside.ts'
import { addresses } from '../../tests/journeys/support/routes.ts'
import type { TestServer } from '../../tests/journeys/support/server.ts'
import { becomeTablet, payLink } from './by-link.ts'

/** What is looked at: every address of everyone, and what the addresses alone do not show. */
export const WIDTHS = [390, 820, 1440] as const
/** A tablet at the entrance lies on its side. */
const TABLET = [1024] as const
export const THEMES = ['light', 'dark', 'forced'] as const
export type Look = {
  readonly width: (typeof WIDTHS)[number] | (typeof TABLET)[number]
  readonly lang: NonNullable<DeviceOptions['lang']>
  readonly theme: (typeof THEMES)[number]
}
/** A screen, or something on it once `open` has been done. */
export type Stop = {
  readonly path: string
  readonly open?: (page: Page) => Promise<void>
  /** What `open` leads to is a page of its own, of which the picture shows more than the window. */
  readonly leads?: true
}

/** Of twelve in a row no two are alike, and a screen has another language and theme at each width. */
export const dealt = (turn: number, width: Look['width']): Look => {
  const n =
    turn +
    Math.max(
      0,
      WIDTHS.findIndex((each) => each === width),
    )
  return { width, lang: LANGUAGES[n % 4]!, theme: THEMES[n % 3]! }
}
export const wholeGrid = (width: Look['width']): readonly Look[] =>
  LANGUAGES.flatMap((lang) => THEMES.map((theme) => ({ width, lang, theme })))

export type Traveller = {
  readonly who: string
  readonly slug: string | null
  readonly door: '/login' | '/doctor-login' | '/patient-login' | null
  readonly widths?: readonly Look['width'][]
  /** What the device becomes once they have signed in. */
  readonly begin?: (device: Device) => Promise<void>
  readonly stops: (server: TestServer) => Promise<readonly Stop[]>
}

const SAME_TABS = ['notifications', 'photo', 'security', 'device', 'account']
const commands = { path: '/appointment', open: (page: Page) => page.keyboard.press('Control+k') }
const menu = {
  path: '/appointment',
  open: (page: Page) => page.locator('.topbar [aria-haspopup="menu"]').last().click(),
}

async function screens(
  server: TestServer,
  who: string,
  role: 'admin' | 'clinic' | 'doctor' | 'patient',
  more: (records: Awaited<ReturnType<typeof recordsOf>>) => readonly string[],
): Promise<readonly Stop[]> {
  const records = await recordsOf(server, who)
  const own = addresses().filter(({ roles }) => roles !== 'open' && roles.includes(role))
  const paths = [
    ...own.map(({ path }) => filled(path, records)),
    ...SAME_TABS.map((tab) => `/profile?tab=${tab}`),
    ...more(records),
  ]
  return [...paths.map((path) => ({ path })), commands, menu]
}

const ofStaff = (records: Awaited<ReturnType<typeof recordsOf>>) => [
  '/appointment?view=list',
  '/appointment?view=board',
  '/appointment?view=week',
  '/appointment?view=day',
  `/availability?doctor=${records.doctor}`,
  `/patient/${records.patient}?tab=visits`,
  `/patient/${records.patient}?tab=notes`,
  '/payment?preset=all&picture=month',
  '/sync?tab=waiting',
]

export const TRAVELLERS: readonly Traveller[] = [
  {
    who: 'patient.sifa',
    slug: 'sifa',
    door: '/patient-login',
    stops: (server) =>
      screens(server, 'patient.sifa', 'patient', ({ over }) => ['/profile?tab=medical', `/appointment/${over}`]),
  },
  {
    who: 'clinic.lindenhof',
    slug: 'lindenhof',
    door: '/login',
    stops: async (server) => [
      ...(await screens(server, 'clinic.lindenhof', 'clinic', (records) => [
        ...ofStaff(records),
        '/appointment?view=doctors',
        `/patient/${records.patient}?tab=balance`,
        '/profile?tab=clinic',
        '/profile?tab=users',
      ])),
      {
        path: `/availability?doctor=${(await recordsOf(server, 'clinic.lindenhof')).doctor}`,
        open: (page) => page.locator('main .btn.primary').first().click(),
      },
      ...OF_DESK.map(({ open, ...stop }) => ({
        ...stop,
        open: async (page: Page) => {
          await open(page)
          if (stop.path.endsWith('import')) await dropImports(server)
        },
      })),
    ],
  },
  {
    who: 'doctor.kuzguncuk',
    slug: 'kuzguncuk',
    door: '/doctor-login',
    stops: (server) =>
      screens(server, 'doctor.kuzguncuk', 'doctor', (records) => [
        ...ofStaff(records),
        '/calendar?view=month',
        '/calendar?view=day',
        '/calendar?view=agenda',
        '/profile?tab=professional',
      ]),
  },
  {
    who: 'superadmin',
    slug: null,
    door: '/login',
    stops: (server) =>
      screens(server, 'superadmin', 'admin', (records) => [
        ...ofStaff(records),
        '/appointment?view=doctors',
        '/setting?tab=mail',
        '/setting?tab=sms',
        '/email?template=visit_reminder',
        '/email?tab=undelivered',
      ]),
  },
  {
    who: 'nobody',
    slug: 'kuzguncuk',
    door: null,
    stops: async (server) => [
      ...addresses()
        .filter(({ roles }) => roles === 'open')
        .map(({ path }) => ({ path })),
      ...['/denied', '/no-such-page', '/error', '/dev/ui'].map((path) => ({ path })),
      ...(await publicPages(server)).map((path) => ({ path })),
    ],
  },
  {
    who: 'by link',
    slug: 'greenwich',
    door: null,
    stops: async (server) => {
      const { link } = await bookAndRead(server)
      const calendar = await shareCalendar(server, 'greenwich')
      const path = link.slice(link.indexOf('/a#'))
      return [
        { path },
        { path, open: (page) => page.locator('main .btn').nth(1).click() },
        { path: await payLink(server) },
        { path: calendar },
        { path: calendar, open: (page) => page.getByRole('tab').last().click() },
      ]
    },
  },
  {
    who: 'guest',
    slug: 'sifa',
    door: null,
    stops: async (server) =>
      GUEST_PAGES.map((wanted) => ({
        path: '/en/doctors',
        open: (page) => openGuestPage(page, server, wanted),
        leads: true,
      })),
  },
  {
    who: 'clinic.kuzguncuk',
    slug: 'kuzguncuk',
    door: '/login',
    widths: TABLET,
    begin: becomeTablet,
    stops: async () => {
      const code = (page: Page) => page.locator('.kiosk-big').click()
      const wrong = async (page: Page) => {
        await code(page)
        await page.keyboard.type('000000')
      }
      return [undefined, code, wrong, undefined, code, wrong].map((open) => ({ path: '/kiosk', ...(open && { open }) }))
    },
  },
]

/** One public page of each kind: those that the home page, and the lists it leads to, lead to. */
async function publicPages(server: TestServer): Promise<readonly string[]> {
  const kinds = new Map<string, string>()
  const look = async (path: string) => {
    const html = await (await fetch(`http://127.0.0.1:${server.port}${path}`)).text()
    for (const [, link] of html.matchAll(/href="(\/en[^"#]*)"/g)) {
      const [, , list = '', one = ''] = link!.split(/[/?]/)
      const kind = `${list}/${one && !link!.includes('?') ? 'one' : ''}`
      if (!kinds.has(kind)) kinds.set(kind, link!)
    }
  }
  await look('/en')
  const lists = [...kinds.values()]
  for (const list of lists) await look(list)
  return [...kinds.values()]
}
