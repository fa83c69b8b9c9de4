import { afterAll, beforeAll, expect, test } from 'vitest'
import { LANGUAGES } from '../../contract/kernel/constants.ts'
import { newId } from '../../contract/kernel/id.ts'
import { receiptPath } from '../../contract/payment/payment.calls.ts'
import { recordPath } from '../../contract/record.ts'
import { sendMessages } from '../../server/jobs/send-messages.ts'
import { formatDateTime, formatMoney } from '../../src/i18n/format.ts'
import { readPdf } from '../support/pdf-text.ts'
import { freshKey, startServer, type Client, type TestServer } from '../support/server.ts'

/**
 * Issue 31, line 6: mail, SMS, notification, receipt and record say the same of an appointment and its payment as the
 * app shows.
 */
let server: TestServer
let admin: Client
let desk: Client
let patient: Client
beforeAll(async () => {
  server = await startServer()
  server.clock.now = Date.parse(server.world.slot(0, 9))
  admin = await server.as('admin')
  desk = await server.as('deskKuzey', 'kuzey.localhost')
  patient = await server.as('patientKuzey', 'kuzey.localhost')
})
afterAll(() => server.stop())

const squeezed = (text: string) => text.replaceAll(/\s/g, '')
async function paperAt(url: string, who: Client): Promise<string> {
  const { statusCode, rawPayload } = await server.app.inject({ method: 'GET', url, headers: who.headers })
  expect([url, statusCode]).toEqual([url, 200])
  return squeezed(readPdf(rawPayload).text)
}

type Told = { readonly channel: string; readonly template: string; readonly body: string }
type Bell = { readonly kind: string; readonly args: readonly string[] }
type Paid = { readonly id: string; readonly amount: number; readonly currency: 'try' }
type Visit = { readonly id: string; readonly start: string; readonly zone: string }

test.each([...LANGUAGES.entries()])('%i %s: one amount and one time, wherever they are shown', async (turn, lang) => {
  const { patientKuzey, doctorKuzey } = server.world.people
  // an email address for two of them, a phone for the others: letters and SMS alternate
  const bySms = turn % 2 === 1
  await server.pool.query('update person set lang = $2, email = $3 where id = $1', [
    patientKuzey.id,
    lang,
    bySms ? null : 'alike@test.example',
  ])
  await server.pool.query('delete from message')
  const booked = await desk.call(
    'appointment.bookPaid',
    {
      id: newId(),
      paymentId: newId(),
      patientId: patientKuzey.id,
      doctorId: doctorKuzey.id,
      clinicId: server.world.clinics.kuzey,
      start: server.world.slot(6 + turn, 1),
      duration: 20,
      type: 'face-to-face',
      payWith: 'bank_transfer',
      bankId: server.world.bank,
    },
    { key: freshKey() },
  )
  const [visit, payment] = [booked.body['appointment'] as Visit, booked.body['payment'] as Paid]
  expect((await admin.call('payment.approve', { id: payment.id })).status).toBe(200)
  await sendMessages({ ...server.deps, demo: true })

  const when = formatDateTime(visit.start, visit.zone)
  const amount = formatMoney(payment.amount, payment.currency, lang)
  const { rows: sent } = await server.pool.query<Told>(
    `select channel, template, body from message where state = 'sent' and template in ('visit_booked', 'payment_received')`,
  )
  expect(sent.map(({ channel, template }) => `${channel} ${template}`).toSorted()).toEqual(
    ['payment_received', 'visit_booked'].map((template) => `${bySms ? 'sms' : 'mail'} ${template}`),
  )
  const bodyOf = (name: string) => sent.find(({ template }) => template === name)?.body
  expect(bodyOf('visit_booked')).toContain(when)
  expect(bodyOf('payment_received')).toContain(amount)

  const { notifies } = (await patient.call('notification.list', { limit: 1000 })).body as { notifies: readonly Bell[] }
  const bell = (kind: string) =>
    notifies.find((each) => each.kind === kind && each.args.some((arg) => arg === when || arg === amount))
  expect(bell('appointment_booked')).toBeDefined()
  expect(bell('payment_received')).toBeDefined()

  const receipt = await paperAt(receiptPath(payment.id), patient)
  const record = await paperAt(`${recordPath(patientKuzey.id)}?format=pdf&lang=${lang}`, patient)
  for (const paper of [receipt, record]) for (const told of [when, amount]) expect(paper).toContain(squeezed(told))
})
