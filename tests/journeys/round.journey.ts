import { CUTS, expect, test } from './support/journey.ts'
import { cancelVisit, completeVisit, effectsOn, visitRow, waitingVisits, writeNote } from './support/visits.ts'
import { bookFollowUp } from './support/booking.ts'

for (const cut of CUTS) {
  test(`a doctor’s round, ${cut}: work continues, survives a killed browser, and arrives exactly once (I2, I3, I5)`, async ({
    server,
    signedIn,
  }) => {
    const doctor = await signedIn('kuzguncuk', 'doctor.kuzguncuk@demo.bedside.test', '/doctor-login', {
      width: 820,
      height: 1180,
    })
    await doctor.workerReady()
    const [first, second] = await waitingVisits(server, 'doctor.kuzguncuk', 'due')
    const third = (await waitingVisits(server, 'doctor.kuzguncuk', 'later'))[0]
    if (!first || !second || !third) throw new Error('the demo day has no waiting visits')
    const desk = await signedIn('kuzguncuk', 'clinic.kuzguncuk@demo.bedside.test', '/login')
    await doctor.goto(
      `/appointment/new?doctor=${(await server.sql<{ id: string }>(`select id from person where email = 'doctor.kuzguncuk@demo.bedside.test'`))[0]!.id}`,
    )
    await expect(doctor.page.locator('.slot').first()).toBeVisible()

    await doctor.cut(cut)
    await doctor.goto(`/appointment/${first.id}`)
    await completeVisit(doctor.page)
    await expect(doctor.page.locator('.visit-when')).toContainText(/Completed.*Waiting to send/s)
    await doctor.goto(`/appointment/${second.id}`)
    await writeNote(doctor.page, `Left ear red, ${cut}`)
    await doctor.goto(`/appointment/${third.id}`)
    await cancelVisit(doctor.page, `Patient called, ${cut}`)
    const followUp = await bookFollowUp(doctor.page, cut === 'network off' ? 'a' : 'e', cut === 'network off' ? 0 : 1)
    await expect(doctor.page.getByText(/Not confirmed yet/).first()).toBeVisible()

    await doctor.crash()
    await doctor.offlineNow(cut)
    await doctor.goto(`/appointment/${first.id}`)
    await expect(doctor.page.locator('.visit-when')).toContainText(/Completed.*Waiting to send/s)
    await doctor.goto(`/appointment/${third.id}`)
    await expect(doctor.page.locator('.visit-when')).toContainText('Cancelled')
    await doctor.goto('/sync?tab=waiting')
    await expect(doctor.page.locator('.sync-entry')).toHaveCount(4)
    await desk.mend(cut)
    await desk.goto(`/appointment/${first.id}`)
    await expect(desk.page.locator('.visit-when')).toBeVisible()
    // after the server returns it has the doctor's change as soon as the doctor's device notices
    if (cut === 'network off') await expect(desk.page.locator('.visit-when')).not.toContainText('Completed')

    await doctor.mend(cut)
    await expect(desk.page.locator('.visit-when')).toContainText('Completed', {
      timeout: cut === 'network off' ? 15_000 : 75_000,
    })
    await doctor.settled()
    expect(await visitRow(server, first.id)).toMatchObject({ status: 'completed' })
    expect(await visitRow(server, second.id)).toMatchObject({ note: `Left ear red, ${cut}` })
    expect(await visitRow(server, third.id)).toMatchObject({
      status: 'cancelled',
      cancel_reason: `Patient called, ${cut}`,
    })
    expect(await visitRow(server, followUp)).toMatchObject({ status: 'waiting' })
    expect(
      await Promise.all([
        effectsOn(server, first.id, 'appointment.complete'),
        effectsOn(server, second.id, 'appointment.update'),
        effectsOn(server, third.id, 'appointment.cancel'),
        effectsOn(server, followUp, 'appointment.book'),
      ]),
    ).toEqual([1, 1, 1, 1])
  })
}

test('the desk’s second device shows a doctor’s change within two seconds, without a reload', async ({
  server,
  signedIn,
}) => {
  const [visit] = (await waitingVisits(server, 'doctor.kuzguncuk', 'due')).slice(-1)
  const doctor = await signedIn('kuzguncuk', 'doctor.kuzguncuk@demo.bedside.test', '/doctor-login')
  const desk = await signedIn('kuzguncuk', 'clinic.kuzguncuk@demo.bedside.test', '/login')
  await Promise.all([doctor.goto(`/appointment/${visit!.id}`), desk.goto(`/appointment/${visit!.id}`)])
  await expect(desk.page.locator('.visit-when')).toBeVisible()
  await desk.page.waitForTimeout(1000)
  await writeNote(doctor.page, 'Seen at the same time')
  await expect(desk.page.getByText('Seen at the same time')).toBeVisible({ timeout: 2000 })
})
