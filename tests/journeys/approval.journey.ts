import { randomUUID } from 'node:crypto'
import type { Device } from './support/device.ts'
import { expect, test, type SignedIn } from './support/journey.ts'
import type { TestServer } from './support/server.ts'

/** Decision 0101 on a clinic's desk: who requests approval above the limit, and who may give it. */
const DESK = 'clinic.lindenhof@demo.bedside.test'

test('above the limit a desk requests approval; neither they nor another account of theirs approves it, and a colleague does', async ({
  server,
  device,
  signedIn,
}) => {
  test.setTimeout(180_000)
  const { desk, patient } = await atDesk(server, signedIn)
  const { page } = desk
  await desk.goto(`/patient/${patient.id}?tab=balance`)
  await page.getByRole('button', { name: 'Add by hand' }).click()
  const form = page.getByRole('dialog')
  await expect(form).toContainText('in a day a second person has to approve it')
  await form.getByLabel('Amount').fill('500.00')
  await form.getByLabel('Reason').fill('Goodwill')
  await form.getByRole('button', { name: /^Add/ }).click()
  await expect(page.getByText('A second person has to approve this')).toBeVisible()
  expect(await held(server, patient.id)).toBe(patient.held)

  await desk.goto('/approval')
  const own = lineOf(desk)
  await expect(own).toContainText(patient.name)
  await expect(own).toContainText('You asked for this yourself; another person has to approve it.')
  const approve = own.getByRole('button', { name: 'Approve' })
  await expect(approve).toHaveAttribute('aria-disabled', 'true')
  await approve.click({ force: true })
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(own.getByRole('button', { name: 'Withdraw the request' })).toBeVisible()

  // another account whose mail arrives in the same mailbox counts as the same person
  const twin = await device('lindenhof')
  await colleague(server, 'clinic.lindenhof+other@demo.bedside.test', '+4915100000001')
  await twin.signIn('clinic.lindenhof+other@demo.bedside.test', '/login')
  await twin.goto('/approval')
  await expect(lineOf(twin).getByRole('button', { name: 'Approve' })).toHaveAttribute('aria-disabled', 'true')
  await twin.close()

  const other = await device('lindenhof')
  await colleague(server, 'second.lindenhof@demo.bedside.test', '+4915100000002')
  await other.signIn('second.lindenhof@demo.bedside.test', '/login')
  await other.goto('/approval')
  await lineOf(other).getByRole('button', { name: 'Approve' }).click()
  const sure = other.page.getByRole('dialog')
  await expect(sure).toContainText('It is carried out at once, and the patient is told.')
  await sure.getByRole('button', { name: 'Approve' }).click()
  await expect(lineOf(other)).toContainText('Approved')
  expect(await held(server, patient.id)).toBe(patient.held + 50_000)
  await expect(lineOf(other).getByRole('button', { name: 'Approve' })).toHaveCount(0)

  // the person who requested it sees who approved it
  await desk.goto('/approval?status=approved')
  await expect(lineOf(desk)).toContainText('second.lindenhof')
})

async function atDesk(server: TestServer, signedIn: SignedIn) {
  const desk = await signedIn('lindenhof', DESK, '/login')
  const [patient] = await server.sql<{ id: string; name: string }>(
    `select p.id, p.name from patient p join clinic c on c.slug = 'lindenhof' and c.id = any (p.clinic_ids) order by p.id limit 1`,
  )
  return { desk, patient: { ...patient!, held: await held(server, patient!.id) } }
}

/** A patient's credit at the clinic, in minor units. */
async function held(server: TestServer, patientId: string) {
  const [row] = await server.sql<{ sum: number }>(
    `select coalesce(sum(balance), 0)::int as sum from ledger_account where kind = 'wallet' and patient_id = $1`,
    [patientId],
  )
  return row!.sum
}

/** Another user of the desk's clinic, with the desk's password. */
const colleague = (server: TestServer, email: string, phone: string) =>
  server.sql(
    `insert into person (id, type, clinic_id, realm, name, email, phone, password_hash)
     select $1::uuid, type, clinic_id, realm, split_part($2::text, '@', 1), $2, $3, password_hash from person where email = $4`,
    [randomUUID(), email, phone, DESK],
  )

const lineOf = ({ page }: Device) => page.getByRole('list', { name: 'Requests' }).getByRole('listitem').first()
