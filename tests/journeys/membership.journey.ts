import { expect, test } from './support/journey.ts'

/** Decision 0043 as people do it: a clinic invites a doctor, who accepts, gets a proposed change, and leaves again. */
test('a doctor’s memberships: invited, accepted, a proposed change accepted, left', async ({ server, device }) => {
  const desk = await device('lindenhof')
  await desk.signIn('clinic.lindenhof@demo.bedside.test', '/login')
  await desk.settled()
  await desk.goto('/doctor')
  await desk.page.getByLabel(/^Email or phone of the doctor/).fill('doctor.kuzguncuk@demo.bedside.test')
  await desk.page.getByRole('button', { name: 'Send the invitation' }).click()
  await expect(desk.page.getByText('The invitation is on its way')).toBeVisible()
  await expect(desk.page.getByText(/^Waiting for an answer until/).first()).toBeVisible()

  const doctor = await device('kuzguncuk')
  await doctor.signIn('doctor.kuzguncuk@demo.bedside.test', '/doctor-login')
  await doctor.settled()
  await doctor.goto('/my-clinics')
  const accept = doctor.page.getByRole('button', { name: /^Accept.*Lindenhof/ })
  await accept.click()
  await doctor.page.getByRole('button', { name: 'Accept the invitation' }).click()
  const there = doctor.page.getByRole('region', { name: /Lindenhof/ })
  await expect(there).toBeVisible()

  // an edit by the clinic is only a proposal
  await desk.settled()
  await desk.goto('/doctor')
  const rows = await server.sql<{ id: string; name: string }>(
    `select id, name from person where email = 'doctor.kuzguncuk@demo.bedside.test'`,
  )
  await desk.goto(`/doctor/${rows[0]!.id}`)
  await expect(desk.page.getByText('This profile belongs to the doctor')).toBeVisible()
  await desk.page.getByLabel(/^Title/).fill('Prof. Dr.')
  await desk.page.getByRole('button', { name: 'Save', exact: true }).click()
  await desk.page.waitForURL('**/doctor')
  await desk.settled()
  await doctor.page.reload()
  await doctor.page.getByRole('button', { name: /^Accept the changes/ }).click()
  await expect(doctor.page.getByText('Your profile has been changed')).toBeVisible()

  await there.getByRole('button', { name: /^Leave this clinic/ }).click()
  await doctor.page.getByRole('button', { name: 'Leave the clinic' }).click()
  await expect(there).toBeHidden()
})
