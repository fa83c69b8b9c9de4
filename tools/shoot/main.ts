import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { LANGUAGES } from '../../contract/kernel/constants.ts'
import { openDevice, type DeviceOptions } from '../../tests/journeys/support/device.ts'
import { openServer } from '../../tests/journeys/support/server.ts'
import { drawSheets } from './sheets.ts'

/**
 * Pictures of the screens for `docs/screens`, one a screen, dealt over widths, languages and themes; `--all PATH` draws one address
 * at every width, theme and in tr and de into a folder, to be looked at; `--sheets FOLDER [PATTERN] [whole]` draws every screen of everyone on
 * contact sheets (sheets.ts); `--install` draws what a browser shows before it installs the app.
 */
type Shot = {
  readonly name: string
  readonly who: string
  readonly slug: string | null
  readonly path: string
  readonly offline?: true
} & DeviceOptions

const doctor = { who: 'doctor.kuzguncuk', slug: 'kuzguncuk' }
const desk = { who: 'clinic.lindenhof', slug: 'lindenhof' }
const patient = { who: 'patient.sifa', slug: 'sifa' }
const admin = { who: 'admin', slug: null }
const superadmin = { who: 'superadmin', slug: null }
const nobody = { who: '', slug: 'lindenhof' }
const SHOTS: readonly Shot[] = [
  { name: 'day-offline', ...doctor, path: '/appointment', width: 820, height: 1180, lang: 'tr', offline: true },
  { name: 'day-phone', ...doctor, path: '/appointment', width: 390, height: 844, lang: 'tr', dark: true },
  { name: 'board', ...desk, path: '/appointment', width: 1440, height: 1000, lang: 'de' },
  { name: 'week', ...desk, path: '/appointment?view=week', width: 1440, height: 1000, lang: 'de', dark: true },
  { name: 'by-doctor', ...desk, path: '/appointment?view=doctors', width: 1440, height: 1000, lang: 'de' },
  {
    name: 'by-doctor-phone',
    ...desk,
    path: '/appointment?view=doctors',
    width: 390,
    height: 844,
    lang: 'tr',
    dark: true,
  },
  { name: 'list', ...admin, path: '/appointment?view=list', width: 1440, height: 1000, lang: 'en' },
  { name: 'patient-home', ...patient, path: '/appointment', width: 390, height: 844, lang: 'ru' },
  { name: 'booking', ...desk, path: '/appointment/new', width: 1440, height: 1000, lang: 'de' },
  { name: 'booking-phone', ...patient, path: '/appointment/new', width: 390, height: 844, lang: 'tr' },
  { name: 'visit', ...desk, path: '/appointment/$id', width: 1440, height: 1000, lang: 'de' },
  { name: 'visit-phone', ...doctor, path: '/appointment/$id', width: 390, height: 844, lang: 'tr' },
  { name: 'patients', ...desk, path: '/patient-list', width: 1440, height: 1000, lang: 'de' },
  { name: 'patients-phone', ...doctor, path: '/patient-list', width: 390, height: 844, lang: 'tr', dark: true },
  { name: 'patient-new', ...desk, path: '/patient/new', width: 820, height: 1000, lang: 'ru' },
  { name: 'sync', ...doctor, path: '/sync?tab=waiting', width: 1440, height: 900, lang: 'en' },
  { name: 'doctors', ...desk, path: '/doctor', width: 1440, height: 1000, lang: 'de' },
  { name: 'doctor-new', ...desk, path: '/doctor/new', width: 390, height: 844, lang: 'tr' },
  { name: 'diseases', ...admin, path: '/disease', width: 820, height: 1000, lang: 'tr', dark: true },
  { name: 'comments', ...admin, path: '/comment', width: 1440, height: 1000, lang: 'de' },
  { name: 'questions', ...doctor, path: '/question', width: 820, height: 1000, lang: 'tr', dark: true },
  { name: 'videos', ...doctor, path: '/video', width: 390, height: 844, lang: 'ru' },
  { name: 'branches', ...admin, path: '/branch', width: 1440, height: 900, lang: 'ru' },
  { name: 'notifications', ...doctor, path: '/notify', width: 820, height: 1000, lang: 'ru' },
  { name: 'templates', ...admin, path: '/email', width: 1440, height: 1000, lang: 'tr' },
  { name: 'articles', ...admin, path: '/article', width: 1440, height: 1000, lang: 'de' },
  { name: 'pages', ...admin, path: '/staticpage', width: 820, height: 1000, lang: 'ru', dark: true },
  { name: 'tablets', ...desk, path: '/kiosk/tablets', width: 820, height: 1180, lang: 'de' },
  { name: 'user', ...superadmin, path: '/user', width: 1440, height: 1000, lang: 'en' },
  { name: 'setting', ...superadmin, path: '/setting', width: 820, height: 1100, lang: 'de', dark: true },
  { name: 'audit', ...superadmin, path: '/audit', width: 1440, height: 900, lang: 'en' },
  { name: 'profile', ...doctor, path: '/profile', width: 820, height: 1180, lang: 'tr' },
  { name: 'profile-phone', ...patient, path: '/profile?tab=device', width: 390, height: 844, lang: 'ru' },
  {
    name: 'profile-security',
    ...desk,
    path: '/profile?tab=security',
    width: 1440,
    height: 1000,
    lang: 'de',
    dark: true,
  },
  { name: 'profile-users', ...desk, path: '/profile?tab=users', width: 820, height: 1000, lang: 'tr' },
  { name: 'setting-mail', ...superadmin, path: '/setting?tab=mail', width: 390, height: 844, lang: 'tr' },
  { name: 'clinics', ...admin, path: '/clinic', width: 1440, height: 900, lang: 'de' },
  { name: 'clinic-new', ...admin, path: '/clinic/new', width: 390, height: 844, lang: 'tr', dark: true },
  { name: 'clinic', ...admin, path: '/clinic/$clinic', width: 820, height: 1180, lang: 'de' },
  { name: 'treatments', ...admin, path: '/treatment', width: 390, height: 844, lang: 'de' },
  { name: 'calendar', ...doctor, path: '/calendar?view=week', width: 1440, height: 1150, lang: 'tr' },
  {
    name: 'calendar-month',
    ...doctor,
    path: '/calendar?view=month',
    width: 1440,
    height: 1000,
    lang: 'de',
    dark: true,
  },
  { name: 'calendar-phone', ...doctor, path: '/calendar', width: 390, height: 844, lang: 'ru' },
  { name: 'payments', ...desk, path: '/payment?preset=all', width: 1440, height: 1100, lang: 'de' },
  { name: 'payments-doctor', ...doctor, path: '/payment?preset=all', width: 820, height: 1180, lang: 'tr', dark: true },
  { name: 'payment-links', ...desk, path: '/paymentlink', width: 820, height: 1000, lang: 'de' },
  { name: 'to-pay', ...patient, path: '/paymentlink', width: 390, height: 844, lang: 'tr' },
  { name: 'wallet', ...patient, path: '/wallet', width: 390, height: 844, lang: 'ru' },
  { name: 'banks', ...admin, path: '/bank', width: 1440, height: 900, lang: 'en' },
  { name: 'sign-in', ...nobody, path: '/doctor-login', width: 1440, height: 900, lang: 'de' },
  {
    name: 'sign-in-phone',
    who: '',
    slug: 'sifa',
    path: '/patient-login',
    width: 390,
    height: 844,
    lang: 'tr',
    dark: true,
  },
  { name: 'signup', ...nobody, path: '/signup', width: 820, height: 1000, lang: 'tr' },
  { name: 'register', ...nobody, path: '/patient-register', width: 390, height: 844, lang: 'de' },
  { name: 'register-doctor', ...nobody, path: '/doctor-register', width: 1440, height: 1000, lang: 'tr', dark: true },
  { name: 'forget', ...nobody, path: '/patient-forget', width: 390, height: 844, lang: 'de', dark: true },
  { name: 'reset', ...nobody, path: '/reset#code', width: 820, height: 900, lang: 'de' },
  { name: 'confirm', ...nobody, path: '/confirm#code', width: 390, height: 844, lang: 'tr' },
  { name: 'undo', ...nobody, path: '/undo#code', width: 390, height: 844, lang: 'de' },
  { name: 'set-up', who: '', slug: null, path: '/setup#code', width: 1440, height: 900, lang: 'tr' },
  { name: 'legal', ...nobody, path: '/legal/terms', width: 820, height: 900, lang: 'de' },
]

const [, , flag, path, who = 'doctor.kuzguncuk', folder = 'test-results/shots'] = process.argv
const server = await openServer()
try {
  if (flag === '--all' && path) await drawAll(path, who, folder)
  else if (flag === '--sheets' && path)
    await drawSheets(server, path, new RegExp(process.argv[4] ?? ''), process.argv[5] === 'whole')
  else if (flag === '--install') await drawInstall()
  else for (const shot of SHOTS) await draw(shot, join(import.meta.dirname, '../../docs/screens'))
} finally {
  await server.close()
}

async function draw({ name, who: person, slug, path: address, offline, ...options }: Shot, into: string) {
  await mkdir(into, { recursive: true })
  const device = await openDevice(server, slug, options)
  if (person) {
    await device.signIn(`${person}@demo.bedside.test`, doorOf(person))
    await device.settled()
    await device.workerReady()
  }
  if (offline) await device.cut('network off')
  await device.goto(address.replace('$id', await visitOf(person)).replace('$clinic', await clinicOf('lindenhof')))
  await device.page.locator('h1, h2').first().waitFor()
  await device.page.waitForTimeout(1500)
  const png = await device.page.screenshot()
  await writeFile(join(into, `${name}.png`), await sharp(png).png({ palette: true, quality: 80 }).toBuffer())
  console.log(`${name}: ${address}`)
  await device.close()
}

/** On the platform's own host, whose colours no clinic has; a patient's own day, in every language. */
async function drawInstall() {
  const into = join(import.meta.dirname, '../../public/install')
  await mkdir(into, { recursive: true })
  for (const lang of LANGUAGES)
    for (const [form, width, height] of [
      ['narrow', 390, 844],
      ['wide', 1280, 800],
    ] as const) {
      const device = await openDevice(server, null, { lang, width, height })
      await device.signIn('patient.sifa@demo.bedside.test', '/patient-login')
      await device.settled()
      await device.goto('/appointment')
      await device.page.waitForTimeout(1500)
      const png = await device.page.screenshot()
      await writeFile(join(into, `${form}-${lang}.webp`), await sharp(png).webp({ quality: 70 }).toBuffer())
      await device.close()
    }
}

async function drawAll(address: string, person: string, into: string) {
  const slug = person.split('.')[1] ?? null
  for (const width of [390, 820, 1440])
    for (const dark of [false, true])
      for (const lang of ['tr', 'de'] as const) {
        await draw(
          {
            name: `${width}-${dark ? 'dark' : 'light'}-${lang}`,
            who: person,
            slug,
            path: address,
            width,
            height: 1000,
            dark,
            lang,
          },
          into,
        )
      }
}

function doorOf(person: string) {
  if (person.startsWith('doctor')) return '/doctor-login'
  return person.startsWith('patient') ? '/patient-login' : '/login'
}

async function visitOf(person: string): Promise<string> {
  const [row] = await server.sql<{ id: string }>(
    `select a.id::text from appointment a join person p on p.email = $1 where (a.doctor_id = p.id or a.clinic_id = p.clinic_id or a.patient_id = p.id)
        and a.status = 'waiting' order by abs(extract(epoch from a.starts_at - $2::timestamptz)) limit 1`,
    [`${person}@demo.bedside.test`, server.now],
  )
  return row?.id ?? ''
}

async function clinicOf(slug: string): Promise<string> {
  const [row] = await server.sql<{ id: string }>('select id::text from clinic where slug = $1', [slug])
  return row?.id ?? ''
}
