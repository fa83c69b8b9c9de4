import { toColumn } from '../../server/db/sealed-columns.ts'
import type { Page } from '@playwright/test'
import { hostileStrings } from '../support/hostile.ts'
import { makeHostile } from './support/hostile-server.ts'
import { openServer, type TestServer } from './support/server.ts'
import { expect, test } from './support/journey.ts'
import { addresses } from './support/routes.ts'

/**
 * Issue 6, TRUST R59: every text of the server is hostile and was written past all checks of the calls, and every kind of person opens every
 * screen. Texts appear as they were typed. None runs, changes the look of the page, requests anything elsewhere or links to a script.
 */
const PEOPLE = [
  { who: 'superadmin', role: 'admin', slug: null, door: '/login' },
  { who: 'patient.sifa', role: 'patient', slug: 'sifa', door: '/patient-login' },
  { who: 'clinic.lindenhof', role: 'clinic', slug: 'lindenhof', door: '/login' },
  { who: 'doctor.kuzguncuk', role: 'doctor', slug: 'kuzguncuk', door: '/doctor-login' },
] as const

const all = hostileStrings().filter((text) => text.isWellFormed() && !text.includes('\0') && text.trim())
const [markup, others] = [all.filter((text) => /[<>{}]/.test(text)), all.filter((text) => !/[<>{}]/.test(text))]
/** All of them, markup every second time, so that tables with few rows get some. */
const strings = Array.from({ length: Math.max(markup.length, others.length) }, (_, i) => [
  markup[i % markup.length]!,
  others[i % others.length]!,
]).flat()
test('a server full of hostile text shows it as text on every screen', async ({ device }) => {
  test.setTimeout(600_000)
  const server = await openServer()
  try {
    await furnish(server)
    const planted = await makeHostile(
      server,
      strings,
      (column, text) => !RICH.includes(column) || !/<[^]*on/i.test(text),
    )
    expect([...planted.keys()]).toEqual(
      expect.arrayContaining([
        'person.name',
        'patient_note.text',
        'recipe.lines',
        'page.content',
        'audit.changes',
        'kiosk.name',
      ]),
    )
    const walk = async ({ who, role, slug, door }: (typeof PEOPLE)[number]) => {
      const clinicDevice = await device(slug, {}, server)
      const { page } = clinicDevice
      const wrong: string[] = []
      await watch(page, new URL(server.at(slug, '/')).host, wrong)
      await clinicDevice.signIn(`${who}@demo.bedside.test`, door)
      await clinicDevice.settled()
      for (const path of await pathsOf(server, who, role)) {
        const { problems, ...said } = await look(page, path)
        const column = SHOWN[role][path.replace(ID, '$id')]
        if (column) {
          const typed = [...new Set(planted.get(column)!.map((one) => one.trim()))]
          const hereOf = ({ text, pieces }: Said) =>
            typed.filter((one) => (one.length > SHORT ? text.includes(one) : pieces.includes(one))).length
          // a long list appears a moment after its page
          let here = hereOf(said)
          for (let n = 0; here < LEAST && n < 40; n++) {
            await page.waitForTimeout(250)
            here = hereOf(await page.evaluate(inspect))
          }
          if (here < LEAST) problems.push(`of ${column} only ${here} stand there as they were typed`)
        }
        wrong.push(...[...problems, ...(await questions(page, path))].map((problem) => `${path}: ${problem}`))
      }
      expect([role, wrong]).toEqual([role, []])
    }
    for (const pair of [PEOPLE.slice(0, 2), PEOPLE.slice(2)]) await Promise.all(pair.map(walk))
    expect(requests.length).toBeGreaterThan(1)
  } finally {
    await server.close()
  }
})

/**
 * Rich text, which a page parses as HTML in a separate document. Nothing in it runs, but Chromium reports each `on…` attribute as a violation of the
 * policy. The server stores no such attribute, and the article's journey checks how such a text is drawn.
 */
const RICH = ['article.content', 'page.content', 'question.answer']

const ID = /[0-9a-f]{8}-[0-9a-f-]{27}/
/** How many of the hostile texts must appear, exactly as typed, at each address of `SHOWN`. */
const LEAST = 2
/** A text this short may be part of another word by chance, so it counts only where it stands alone. */
const SHORT = 4
const SHOWN: Readonly<Record<(typeof PEOPLE)[number]['role'], Readonly<Record<string, string>>>> = {
  admin: {
    '/appointment?view=list': 'appointment.patient_name',
    '/patient': 'patient.name',
    '/doctor': 'person.name',
    '/clinic': 'clinic.name',
    '/branch': 'branch.name',
    '/disease': 'disease.name',
    '/bank': 'bank.name',
    '/comment': 'comment.content',
    '/question': 'question.content',
    '/article': 'article.title',
    '/audit': 'audit.changes',
    '/user': 'person.name',
  },
  clinic: {
    '/appointment?view=list': 'appointment.patient_name',
    '/patient-list': 'patient.name',
    '/paymentlink': 'payment_link.description',
    '/notify': 'notification.args',
    '/patient/$id?tab=visits': 'person.name',
  },
  doctor: {
    '/patient-list': 'patient.name',
    '/calendar?view=agenda': 'appointment.patient_name',
    '/comment': 'comment.content',
    '/question': 'question.content',
    '/video': 'video.title',
    '/article': 'article.title',
    '/notify': 'notification.args',
  },
  patient: {
    '/appointment?view=list': 'person.name',
    '/patient/recipe': 'recipe.lines',
    '/patient/report': 'report.title',
    '/patient/files': 'patient_file.title',
    '/notify': 'notification.args',
  },
}

/** Adds what the demo data lacks. */
async function furnish(server: TestServer) {
  await server.sql(
    `insert into kiosk (id, clinic_id, name, area, token_hash, enrolled_at, enrolled_by)
     select gen_random_uuid(), id, 'x', 'x', md5(id::text), $1, 'x' from clinic`,
    [server.now],
  )
  await server.sql(
    `insert into audit (actor, actor_type, clinic_id, action, object_table, object_id, fields, outcome, changes)
     select p.id, p.type, p.clinic_id, 'patient.update', 'patient', t.id, array['name'], 'done', '{"name": ["x", "y"]}'
       from person p cross join lateral (select id from patient where p.clinic_id is null or p.clinic_id = any (clinic_ids) limit 3) t
      where p.type in ('clinic', 'admin')`,
  )
  await server.sql(
    `insert into patient_file (id, patient_id, author_id, author_name, title, type, size, sha256, stored, created_at)
     select gen_random_uuid(), t.id, t.id, t.name, $2, 'application/pdf', 9, '', gen_random_uuid()::text, $1 from patient t`,
    [server.now, toColumn('patient_file', 'title', { id: 'any', clinic: null }, 'x')],
  )
}

/** The addresses of a kind of person, with ids of records they may see, and the parts behind tabs. */
async function pathsOf(server: TestServer, who: string, role: (typeof PEOPLE)[number]['role']): Promise<string[]> {
  const [cards] = await server.sql<Record<string, string>>(
    `select a.id::text as appointment, a.patient_id::text as patient, a.doctor_id::text as doctor, a.clinic_id::text as clinic,
            (select p.id::text from payment p where p.doctor_id = a.doctor_id and p.clinic_id = a.clinic_id limit 1) as payment,
            (select q.id::text from question q where q.doctor_id = a.doctor_id order by q.answer desc limit 1) as question,
            (select r.id::text from article r where r.clinic_id is null order by r.author_id <> a.doctor_id, r.id limit 1) as article,
            (select g.id::text from page g order by g.id limit 1) as staticpage
       from appointment a join person p on p.email = $1
      where p.superadmin and a.clinic_id in (select id from clinic where not private)
         or a.doctor_id = p.id or a.patient_id = p.id or a.clinic_id = p.clinic_id
      order by abs(extract(epoch from a.starts_at - $2::timestamptz)) limit 1`,
    [`${who}@demo.bedside.test`, server.now],
  )
  const own = addresses()
    .filter(({ roles }) => roles !== 'open' && roles.includes(role))
    .map(({ path }) => path.replace('$id', cards![path.split('/')[1]!] ?? ''))
  const { patient } = cards!
  const tabs = {
    admin: ['/email?tab=undelivered', '/email?template=visit_reminder', `/patient/${patient}?tab=balance`],
    clinic: [
      '/profile?tab=clinic',
      '/profile?tab=users',
      ...['visits', 'notes', 'files', 'recipes', 'reports'].map((tab) => `/patient/${patient}?tab=${tab}`),
    ],
    doctor: [
      '/profile?tab=professional',
      '/calendar?view=agenda',
      ...['visits', 'notes', 'files', 'recipes', 'reports'].map((tab) => `/patient/${patient}?tab=${tab}`),
    ],
    patient: ['/profile?tab=medical', '/legal/terms', '/legal/policy'],
  }
  return [...own, ...tabs[role], '/appointment?view=list', '/profile?tab=security'].filter(
    (path) => !/\/(?:\?|$)/.test(path),
  )
}

/** From now on, records whatever the page does that a text must not cause. */
async function watch(page: Page, host: string, wrong: string[]) {
  page.on('dialog', (dialog) => {
    wrong.push(`a dialog said ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (!['data:', 'blob:'].includes(url.protocol) && url.host !== host) wrong.push(`asked for ${request.url()}`)
  })
  page.on('response', (response) => {
    if (response.status() >= 500) wrong.push(`${response.status()} of ${response.url()}`)
  })
  await page.exposeFunction('violated', (what: string) => void wrong.push(`policy broken: ${what}`))
  await page.addInitScript(() => {
    document.addEventListener(
      'securitypolicyviolation',
      ({ violatedDirective, blockedURI, sourceFile, lineNumber, columnNumber }) => {
        ;(globalThis as unknown as { violated: (what: string) => void }).violated(
          `${location.pathname} ${violatedDirective} ${blockedURI} ${sourceFile}:${lineNumber}:${columnNumber}`,
        )
      },
    )
  })
}

/** Navigates as a link does, waits until the page is drawn, and returns what a text has done to it, and the words on it. */
async function look(page: Page, path: string) {
  await page.evaluate((to) => history.pushState(null, '', to), path)
  const isDrawn = await page
    .waitForFunction(() => document.querySelector('main h1, h1') && !document.querySelector('.skeleton'), null, {
      timeout: 15_000,
    })
    .then(
      () => true,
      () => false,
    )
  await page.waitForTimeout(100)
  const found = await page.evaluate(inspect)
  return { ...found, problems: [...found.problems, ...(isDrawn ? [] : ['not drawn'])] }
}

/** What is wrong in the dialogs that ask before an act here, since they name the record. */
async function questions(page: Page, path: string): Promise<string[]> {
  const button = page
    .locator('main')
    .getByRole('button', { name: /^(?:Delete|Cancel the appointment|Publish|Unpublish|Withdraw|Erase|Make inactive)/ })
  if (!ASKED.test(path) || !(await button.count())) return []
  await button
    .first()
    .click({ timeout: 5000 })
    .catch(() => {})
  const dialog = page.getByRole('dialog')
  const isAsked = await dialog
    .first()
    .waitFor({ timeout: 3000 })
    .then(
      () => true,
      () => false,
    )
  if (!isAsked) return []
  requests.push(path)
  const { problems } = await page.evaluate(inspect)
  await page.keyboard.press('Escape')
  return problems.map((problem) => `in a dialog ${problem}`)
}
const ASKED =
  /^\/(?:appointment|patient|clinic|article|staticpage|doctor|question)\/[0-9a-f-]{36}$|^\/(?:bank|branch|treatment|video|comment|paymentlink)$/
const requests: string[] = []

type Said = Omit<ReturnType<typeof inspect>, 'problems'>

/** Runs in the page. */
function inspect() {
  const problems: string[] = []
  for (const element of document.querySelectorAll('body *')) {
    const name = element.localName
    // our scripts, and the style sheet, which comes after the form in the page (decision 0121)
    const from = { script: 'src', link: 'href' }[name]
    const isOurs = from !== undefined && (element.getAttribute(from) ?? '').startsWith('/assets/')
    if (
      ['script', 'iframe', 'object', 'embed', 'style', 'base', 'meta', 'link', 'frame', 'applet'].includes(name) &&
      !isOurs
    )
      problems.push(`an element ${element.outerHTML.slice(0, 120)}`)
    for (const { name: attribute, value } of element.attributes) {
      if (/^on/i.test(attribute)) problems.push(`an attribute ${attribute} on ${name}`)
      if (
        /^(?:xlink:)?(?:href|src|action|formaction|data|poster|srcset)$/i.test(attribute) &&
        /^[\s\p{Cc}]*(?!https?|mailto|tel|webcal|blob|data:image)[a-z][a-z\d+.-]*:/iu.test(value)
      )
        problems.push(`${name} leads to ${value.slice(0, 80)}`)
    }
  }
  const fields = [...document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea')]
  const values = fields.map(({ value }) => value)
  const leaves = [...document.querySelectorAll('body *')].filter((element) => !element.firstElementChild)
  return {
    problems,
    text: [document.body.textContent, ...values].join('\n'),
    pieces: [...leaves.map((leaf) => leaf.textContent), ...values].map((piece) => piece.trim()),
  }
}
