import { newId } from '../../contract/kernel/id.ts'
import { addressOf } from '../../server/app/demo/sign-ins.ts'
import type { Device } from '../../tests/journeys/support/device.ts'
import { recordsOf } from '../../tests/journeys/support/records.ts'
import type { TestServer } from '../../tests/journeys/support/server.ts'
import { callerAt, signIn } from '../bench/lists.ts'

/** The address of a payment link that the desk has just made, without its host. */
export async function payLink(server: TestServer): Promise<string> {
  const call = callerAt(server, 'greenwich')
  const headers = await signIn(call, 'admin', addressOf('clinic', 'greenwich'))
  const { patient } = await recordsOf(server, 'clinic.greenwich')
  const id = newId()
  const linkInput = { id, patientId: patient, amount: 12_550, currency: 'gbp', description: 'Copy of the report' }
  const made = await call('/api/paymentlink/add', linkInput, { ...headers, 'idempotency-key': newId() })
  const { url } = await call(`/api/paymentlink/${id}/url`, null, headers)
  if (typeof url !== 'string') throw new Error(`no link: ${JSON.stringify(made)}`)
  return url.slice(url.indexOf('/pay#'))
}

/** A desk's device becomes the tablet at the entrance. */
export async function becomeTablet(device: Device) {
  const { page } = device
  await device.workerReady()
  await device.goto('/kiosk/tablets')
  await page.getByLabel('Name of the tablet').fill('Entrance')
  await page.getByLabel('Waiting area').fill('Area B')
  await page.getByLabel('PIN to leave').fill('482193')
  await page.getByLabel('PIN again').fill('482193')
  await page.getByRole('button', { name: 'Start check-in on this device' }).click()
  await page.locator('.kiosk-big').waitFor()
}
