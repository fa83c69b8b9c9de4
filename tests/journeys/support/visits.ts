import { expect, type Page } from '@playwright/test'
import type { TestServer } from './server.ts'

export type VisitRow = {
  readonly id: string
  readonly name: string
  readonly status: string
  readonly version: number
  readonly note: string | null
  readonly starts_at: Date
  readonly cancel_reason: string | null
  readonly patient_note: string | null
}

const COLUMNS = 'id, patient_name as name, status, version, note, starts_at, cancel_reason, patient_note'

/**
 * Waiting visits of a demo doctor whose patient is not a no-show: those that can be completed by now, or those still to
 * come.
 */
export const waitingVisits = (server: TestServer, doctor: string, when: 'due' | 'later') =>
  server.sql<VisitRow>(
    `select ${COLUMNS} from appointment where doctor_id = (select id from person where email = $1) and status = 'waiting' and no_show_at is null
        and starts_at ${when === 'due' ? `between $2::timestamptz - interval '25 days' and $2::timestamptz + interval '10 min'` : `> $2::timestamptz + interval '2 days'`}
      order by starts_at limit 20`,
    [`${doctor}@demo.bedside.test`, server.now],
  )

export const visitRow = async (server: TestServer, id: string) =>
  (await server.sql<VisitRow>(`select ${COLUMNS} from appointment where id = $1`, [id]))[0]

/** How often a change of a visit has taken effect, by the audit log: exactly once (I3). */
export const effectsOn = async (server: TestServer, id: string, action: string) =>
  (
    await server.sql<{ n: number }>(
      `select count(*)::int as n from audit where object_id = $1 and action = $2 and outcome = 'done'`,
      [id, action],
    )
  )[0]!.n

/** Completes the visit on its own page, by role and label, as a person would. */
export async function completeVisit(page: Page) {
  await page.getByRole('button', { name: 'Complete', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Complete the appointment' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
}

export async function cancelVisit(page: Page, reason: string) {
  await page.getByRole('button', { name: 'Cancel the appointment' }).click()
  await page
    .getByRole('dialog')
    .getByLabel(/Reason/)
    .fill(reason)
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel the appointment' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
}

export async function writeNote(page: Page, note: string) {
  const section = page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: 'Note of the staff' }) })
    .last()
  await section.getByRole('button', { name: /Add|Edit/ }).click()
  await section.getByRole('textbox').fill(note)
  await section.getByRole('button', { name: /Save/ }).click()
  // the field closes when the change is on the device's disk; the typed text is visible earlier
  await expect(section.getByRole('textbox')).toBeHidden()
  await expect(section.getByText(note)).toBeVisible()
}

/** Moves the visit to the first or the last free time of a day that has several. */
export async function moveVisit(page: Page, which: 'first' | 'last') {
  await page.getByRole('button', { name: 'Reschedule' }).click()
  const dialog = page.getByRole('dialog')
  const free = dialog.locator('.slot[data-state="free"]')
  await expect(free.first()).toBeVisible()
  const days = dialog.locator('.dates .date')
  for (let day = 0; (await free.count()) < 3 && day < (await days.count()); day++) {
    await days.nth(day).click()
    await page.waitForTimeout(300)
  }
  await (which === 'first' ? free.first() : free.last()).click()
  await dialog.getByRole('button', { name: /Move the appointment|Move on this device/ }).click()
  await expect(dialog).toBeHidden()
}
