import type pg from 'pg'
import { CATALOGS } from '../../../contract/catalog/catalog.ts'
import type { Db } from '../../db/pool.ts'
import { hashPassword } from '../../identity/password.ts'
import { bankRows } from './banks.ts'
import { branchRows } from './branches.ts'
import { giveCodes, inBulk, insertRows, introducePatients } from './bulk.ts'
import { closedTimeRows, closureRows } from './closed-times.ts'
import { visitTypeRows } from './visit-types.ts'
import { calendarLinkRows } from './calendar-links.ts'
import { careRows } from './care.ts'
import { articleRows, pageRows } from './content.ts'
import { clinicTexts } from './clinic-texts.ts'
import { hoursOf, hoursRow } from './hours.ts'
import { invitationRows } from './invitations.ts'
import { linkPaymentRows, linkRows } from './links.ts'
import { writeLedger } from './money.ts'
import { undeliveredRows, WRITTEN_LETTER } from './letters.ts'
import { noticeRows } from './notices.ts'
import { noteRows } from './patient-notes.ts'
import { makePeople, type People } from './people.ts'
import { CITY_PLACES } from './places.ts'
import { phoneOf } from './phones.ts'
import { planOf, type DemoSize, type Plan } from './plan.ts'
import { DEMO_PASSWORD, hostOf, MAIL_HOST } from './sign-ins.ts'
import { bookingDesk } from './visits.ts'
import { commentRows, COUNT_RATINGS, questionRows, videoRows } from './voice.ts'
import { wordRows } from './words.ts'
import type { PaymentRow, VisitRow } from './visit-rows.ts'

/**
 * Fills an empty, migrated database with invented data in one transaction. Ids are the same on every machine and day;
 * dates are around the day of `now` (epoch ms). The pool's user owns the tables. `say` gets progress lines.
 */
export async function loadDemo(pool: pg.Pool, size: DemoSize, now: number, say: (line: string) => void): Promise<void> {
  const plan = planOf(size, now)
  const people = makePeople(plan, await hashPassword(DEMO_PASSWORD))
  const client = await pool.connect()
  try {
    // a long load is not a hanging request, and is checked as a whole in the end
    await client.query(`set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0;
      set work_mem = '128MB'; set maintenance_work_mem = '512MB'`)
    await client.query('begin')
    await inBulk(client, () => fill(client, plan, people, say), say)
    await client.query(`insert into meta (name, value) values ('demo', $1)`, [size])
    await client.query('commit')
    await client.query(
      'vacuum (analyze) person, doctor, patient, availability, appointment, payment, ledger_account, ledger_transfer, ledger_line, balance_line, notification, feed',
    )
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release(true) // its settings differ from those of other connections
  }
}

/** The demo set that the database holds; null if none. */
export async function isDemo(pool: Pick<pg.Pool, 'query'>): Promise<DemoSize | null> {
  const { rows } = await pool.query<{ value: string }>(`select value from meta where name = 'demo'`)
  const size = rows[0]?.value
  return size === 'small' || size === 'large' ? size : null
}

/** Rows per statement: few enough that the statement's text stays at a few megabytes. */
const BATCH = 5000

async function fill(db: Db, plan: Plan, people: People, say: (line: string) => void) {
  const { doctors, persons, doctorRows, patientRows } = people
  say(
    `Demo data, all invented: ${plan.clinics.length} clinics, ${doctors.length} doctors, ${patientRows.length} patients, ${plan.visits} visits`,
  )
  await insertRows(db, 'clinic', plan.clinics.map(clinicRow))
  await insertRows(db, 'branch', branchRows())
  for (const table of CATALOGS) await insertRows(db, table, wordRows(table))
  await insertRows(db, 'bank', bankRows())
  await db.query(`update setting set data = data || $1 where id = 'setting'`, [
    { bookingSiteUrl: 'https://booking.demo.bedside.test' },
  ])
  await insertBatches(db, 'person', persons)
  await insertRows(db, 'doctor', doctorRows)
  await insertRows(db, 'invitation', invitationRows(plan, people))
  await insertBatches(db, 'patient', patientRows)

  const calendars = calendarLinkRows(people)
  await insertRows(db, 'calendar_link', calendars.links)
  await insertRows(db, 'busy', [...closedTimeRows(people), ...calendars.busy])
  const shown = await fillVisits(db, plan, people, say)
  await insertRows(db, 'closure', closureRows(plan))
  await insertRows(db, 'visit_type', visitTypeRows(plan))
  await giveCodes(db, plan.now)
  await introducePatients(db)
  const links = linkRows(plan, people)
  await insertRows(db, 'payment_link', links)
  await insertRows(db, 'payment', linkPaymentRows(links, plan))
  await writeLedger(db)
  await insertRows(db, 'patient_note', noteRows(shown, people, plan))
  const care = careRows(shown, people, plan)
  await insertRows(db, 'recipe', care.recipes)
  await insertRows(db, 'report', care.reports)
  await insertRows(db, 'comment', commentRows(shown, people, plan))
  await db.query(COUNT_RATINGS)
  await insertRows(db, 'video', videoRows(people, plan))
  await insertRows(db, 'question', questionRows(people, plan))
  await insertRows(db, 'article', articleRows(people, plan))
  await insertRows(db, 'page', pageRows(plan))
  await insertRows(db, 'notification', noticeRows(shown, people, plan))
  await insertRows(db, 'message', undeliveredRows(people, plan))
  await db.query('update email set tr = $2 where template = $1', [WRITTEN_LETTER.template, WRITTEN_LETTER.tr])
}

/**
 * Works doctor by doctor, so that a million visits are never in memory at once. Returns the visits of the clinics where
 * someone signs in.
 */
async function fillVisits(db: Db, plan: Plan, people: People, say: (line: string) => void): Promise<VisitRow[]> {
  const book = bookingDesk(plan, people)
  const visits: VisitRow[] = []
  const payments: PaymentRow[] = []
  const shown: VisitRow[] = []
  let made = 0
  let written = 0
  for (const [i, doctor] of people.doctors.entries()) {
    const hours = hoursOf(doctor)
    await insertRows(
      db,
      'availability',
      hours.map((each) => hoursRow(doctor, each, plan)),
    )
    // the remaining visits are divided among the remaining doctors; visits that do not fit one calendar go to the
    // next
    const booked = book(doctor, hours, Math.round((plan.visits - made) / (people.doctors.length - i)))
    made += booked.length
    for (const { visit, payment } of booked) {
      visits.push(visit)
      if (payment) payments.push(payment)
    }
    if (doctor.clinics[0]?.cast && (doctor.place === 0 || doctor.place === 3))
      shown.push(...booked.map(({ visit }) => visit))
    if (visits.length >= BATCH) await write()
  }
  await write()
  return shown

  async function write() {
    await insertBatches(db, 'appointment', visits)
    await insertBatches(db, 'payment', payments)
    if (Math.floor((written + visits.length) / 100_000) > Math.floor(written / 100_000)) {
      say(`Demo data: ${written + visits.length} of ${plan.visits} visits`)
    }
    written += visits.length
    visits.length = 0
    payments.length = 0
  }
}

async function insertBatches(db: Db, table: string, rows: readonly Readonly<Record<string, unknown>>[]) {
  for (let from = 0; from < rows.length; from += BATCH) await insertRows(db, table, rows.slice(from, from + BATCH))
}

function clinicRow({
  id,
  slug,
  name,
  zone,
  currency,
  brand,
  city,
  address,
  country,
  index,
  private: hidden,
}: Plan['clinics'][number]) {
  return {
    id,
    name,
    slug,
    panel_url: hostOf(slug),
    web_url: `${slug}.demo.bedside.test`,
    zone,
    currency,
    brand,
    city,
    address,
    location: CITY_PLACES[city] ?? null,
    phone: phoneOf(country, -1 - index),
    country,
    email: `info@${slug}.${MAIL_HOST}`,
    app_name: name.split(' ')[0]!.slice(0, 12),
    ...clinicTexts({ name, city }),
    updated_at: '2024-01-01T00:00:00Z',
    private: hidden ?? false,
    active: true,
  }
}
