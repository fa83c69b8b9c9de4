import type { Device, Cut } from './support/device.ts'
import type { TestServer } from './support/server.ts'
import { CUTS, expect, test, type SignedIn } from './support/journey.ts'
import { moveVisit, visitRow, waitingVisits, writeNote } from './support/visits.ts'

let taken = 0

for (const cut of CUTS) {
  test(`two editors of one record, ${cut}: note and time merge, both kept (rule 83)`, async ({ server, signedIn }) => {
    const { visit, doctor, desk } = await meet(server, signedIn)
    await apart(doctor)
    await moveVisit(doctor.page, 'last')
    await writeNote(desk.page, 'Rings back at four')
    await desk.settled()
    await together(server, doctor, cut)
    await doctor.settled()
    const after = await visitRow(server, visit.id)
    expect(after).toMatchObject({ note: 'Rings back at four' })
    expect(after!.starts_at.toISOString()).not.toBe(visit.starts_at.toISOString())
    await expect(doctor.page.getByText('Rings back at four')).toBeVisible()
  })

  for (const choice of ['mine', 'theirs'] as const) {
    test(`both move the time, ${cut}: the conflict shows mine, theirs, who and when; “${choice}” ends as chosen`, async ({
      server,
      signedIn,
    }) => {
      const { visit, doctor, desk } = await meet(server, signedIn)
      await apart(doctor)
      await moveVisit(doctor.page, 'first')
      await moveVisit(desk.page, 'last')
      await desk.settled()
      const theirs = (await visitRow(server, visit.id))!.starts_at.toISOString()
      await together(server, doctor, cut)
      const { page } = doctor
      await expect(page.locator('.sync')).toHaveAttribute('data-tone', 'conflict', { timeout: 90_000 })
      await page.locator('.sync').click()
      await expect(page.getByRole('radiogroup', { name: 'Time' })).toBeVisible()
      const [who] = await server.sql<{ name: string }>(
        `select name from person where email = 'clinic.lindenhof@demo.bedside.test'`,
      )
      await expect(page.getByText(new RegExp(`${who!.name}, \\d\\d:\\d\\d`)).first()).toBeVisible()
      await expect(page.getByRole('button', { name: 'Apply the choice' })).toHaveAttribute('aria-disabled', 'true')
      await page
        .getByRole('radio')
        .nth(choice === 'mine' ? 0 : 1)
        .check()
      await page.getByRole('button', { name: 'Apply the choice' }).click()
      await doctor.settled()
      const after = (await visitRow(server, visit.id))!.starts_at.toISOString()
      if (choice === 'theirs') expect(after).toBe(theirs)
      else expect(after).not.toBe(theirs)
      expect(after).not.toBe(visit.starts_at.toISOString())
    })
  }
}

/** Doctor and desk, each on the same waiting visit, with its doctor's free times shown. */
async function meet(server: TestServer, signedIn: SignedIn) {
  const visit = (await waitingVisits(server, 'doctor.lindenhof', 'later'))[taken++]
  if (!visit) throw new Error('the demo doctor has no visit left')
  const doctor = await signedIn('lindenhof', 'doctor.lindenhof@demo.bedside.test', '/doctor-login')
  const desk = await signedIn('lindenhof', 'clinic.lindenhof@demo.bedside.test', '/login')
  await doctor.workerReady()
  for (const { goto, page } of [doctor, desk]) {
    await goto(`/appointment/${visit.id}`)
    await page.getByRole('button', { name: 'Reschedule' }).click()
    await expect(page.getByRole('dialog').locator('.slot').first()).toBeVisible()
    await page.keyboard.press('Escape')
  }
  return { visit, doctor, desk }
}

/** Cuts off the doctor alone; the desk must still reach the server, so only the doctor's own network goes. */
const apart = (doctor: Device) => doctor.page.context().setOffline(true)

/** Ends the cut. For a stopped server, the doctor's device first tries while the server is down. */
async function together(server: TestServer, doctor: Device, cut: Cut) {
  if (cut === 'server stopped') await server.stop()
  await doctor.page.context().setOffline(false)
  if (cut === 'server stopped') {
    await doctor.page.waitForTimeout(2000)
    await server.start()
  }
}
