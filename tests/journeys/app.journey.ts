import type { Page } from '@playwright/test'
import type { Device } from './support/device.ts'
import { openFront } from './support/front.ts'
import { expect, test } from './support/journey.ts'
import { visitRow, waitingVisits, writeNote } from './support/visits.ts'

test('two clinics’ hosts are two installable apps, each with its own name, colour, icon and data, each opening offline; files shared by other apps are received', async ({
  server,
  device,
}) => {
  const apps = await Promise.all(
    (['sifa', 'lindenhof'] as const).map(async (slug) => {
      const phone = await device(slug, { width: 390, height: 844 })
      // no one is signed in yet: the shared file is not kept
      await phone.goto('/patient-login')
      await phone.workerReady()
      await phone.page.reload()
      await share(phone.page, [['report.pdf', 'application/pdf', '%PDF-1.4 secret']])
      await expect(phone.page.getByText('No one is signed in here', { exact: false })).toBeVisible()
      await phone.signIn(`patient.${slug}@demo.bedside.test`, '/patient-login')
      await phone.settled()
      const face = await installable(phone)
      await phone.page.context().setOffline(true)
      await phone.page.goto(server.at(slug, '/appointment'))
      await expect(phone.page.getByRole('heading', { level: 1 })).toBeVisible()
      const shown = await phone.page.getByRole('main').innerText()
      const offline = await phone.page.evaluate(async () => {
        const manifest = (await (await fetch('/manifest.webmanifest')).json()) as { name: string }
        const icon = await fetch('/icon-512-maskable.png?v=whichever')
        return [manifest.name, icon.ok] as const
      })
      expect(offline).toEqual([face.name, true])
      return { phone, face, shown }
    }),
  )
  const [sifa, linden] = apps as [(typeof apps)[0], (typeof apps)[0]]
  for (const field of ['name', 'theme_color', 'icon'] as const)
    expect([field, sifa.face[field] === linden.face[field]]).toEqual([field, false])
  expect(sifa.face).toMatchObject({ id: '/', start_url: '/appointment', lang: 'en' })
  expect(sifa.shown).not.toBe(linden.shown)

  // works offline too: a shared file waits here until the person says whose it is
  const { page } = sifa.phone
  await share(page, [
    ['Blood.pdf', 'application/pdf', '%PDF-1.4 shared from the mail'],
    ['run.svg', 'image/svg+xml', '<svg/>'],
  ])
  await expect(page).toHaveURL(/\/patient\/files$/)
  await expect(page.getByText('1 file was shared with this app')).toBeVisible()
  await expect(page.getByText('run.svg: Only JPEG, PNG, WebP and PDF files are taken.')).toBeVisible()
  await page.getByRole('button', { name: 'Add them here' }).click()
  const form = page.getByRole('dialog')
  await form.getByRole('textbox').fill('Blood test')
  await form.getByRole('button', { name: 'Add the file' }).click()
  await expect(page.getByText('Waiting to send')).toBeVisible()
  await expect(page.getByText('1 file was shared with this app')).toBeHidden()
})

test('a new version waits for unsaved input and for changes being sent, in every tab, and then applies everywhere', async ({
  server,
  device,
}) => {
  const front = await openFront(server)
  const [visit, other] = (await waitingVisits(server, 'doctor.lindenhof', 'later')).slice(-5)
  const doctor = await device('lindenhof', {}, front.server)
  const { page } = doctor
  await doctor.signIn('doctor.lindenhof@demo.bedside.test', '/doctor-login')
  await doctor.settled()
  await doctor.workerReady()
  await doctor.goto(`/appointment/${visit!.id}`)
  const second = await doctor.newTab()
  await second.goto(front.server.at('lindenhof', `/appointment/${other!.id}`))
  const noteOf = (tab: Page) =>
    tab
      .locator('section')
      .filter({ has: tab.getByRole('heading', { name: 'Note of the staff' }) })
      .last()
  await noteOf(second)
    .getByRole('button', { name: /Add|Edit/ })
    .click()
  await noteOf(second).getByRole('textbox').fill('half a sent')
  const born = [await bornOf(page), await bornOf(second)]

  front.next()
  await page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()))
  const update = (tab: Page) => tab.getByRole('button', { name: 'Update now' })
  await update(page).click()
  await expect(page.getByText('Another tab of this app holds something unsaved')).toBeVisible()
  await update(second).click()
  await expect(second.getByText('Save what you have typed here first')).toBeVisible()
  await expect(noteOf(second).getByRole('textbox')).toHaveValue('half a sent')
  expect([await bornOf(page), await bornOf(second)]).toEqual(born)
  await noteOf(second).getByRole('textbox').fill('a whole sentence')
  const release = front.holdSends()
  await noteOf(second).getByRole('button', { name: /Save/ }).click()
  await expect(noteOf(second).getByRole('textbox')).toBeHidden()

  // the change is being sent, and its reply is slow
  await expect.poll(() => front.held.length).toBe(1)
  await update(page).click()
  await expect(page.getByText('What is being sent goes first')).toBeVisible()
  expect([await bornOf(page), await bornOf(second)]).toEqual(born)
  release()
  await expect.poll(async () => (await bornOf(page).catch(() => born[0])) !== born[0]).toBe(true)
  await expect.poll(async () => (await bornOf(second).catch(() => born[1])) !== born[1]).toBe(true)
  await expect(update(page)).toBeHidden()
  expect((await visitRow(server, other!.id))!.note).toBe('a whole sentence')

  // the server refuses this version as too old: the app says so, keeps the changes, and sends them with the next
  // version
  front.tooOld(true)
  await writeNote(page, 'Written on the old version')
  await expect(page.getByRole('alert')).toContainText('Update')
  expect((await visitRow(server, visit!.id))!.note).not.toBe('Written on the old version')
  const old = await bornOf(page)
  front.next()
  await update(page).click()
  await expect.poll(async () => (await bornOf(page).catch(() => old)) !== old).toBe(true)
  front.tooOld(false)
  await expect
    .poll(async () => (await visitRow(server, visit!.id))!.note, { timeout: 30_000 })
    .toBe('Written on the old version')
  await front.close()
})

/** When the page was last loaded. */
const bornOf = (page: Page) => page.evaluate(() => performance.timeOrigin)

/** How Chromium judges the page as an installable app, and the bytes of its first icon. */
async function installable({ page }: Device) {
  const browser = await page.context().newCDPSession(page)
  // the browser reads the manifest at a time of its own choice
  await expect
    .poll(async () => (await browser.send('Page.getInstallabilityErrors')).installabilityErrors, { timeout: 15_000 })
    .toEqual([])
  const { data, errors } = await browser.send('Page.getAppManifest')
  expect(errors).toEqual([])
  const manifest = JSON.parse(data ?? '{}') as {
    id: string
    name: string
    start_url: string
    lang: string
    theme_color: string
    icons: { src: string }[]
  }
  const icon = await page.evaluate(
    async (src) => [...new Uint8Array(await (await fetch(src)).arrayBuffer())].join(),
    manifest.icons[0]!.src,
  )
  return { ...manifest, icon }
}

/** Shares as another app does by the browser: submits a form to the address that the manifest names. */
async function share(page: Page, files: readonly (readonly [name: string, type: string, text: string])[]) {
  await Promise.all([
    page.waitForEvent('framenavigated'),
    page.evaluate((shared) => {
      const input = Object.assign(document.createElement('input'), { type: 'file', name: 'files', multiple: true })
      const bag = new DataTransfer()
      for (const [name, type, text] of shared) bag.items.add(new File([text], name, { type }))
      input.files = bag.files
      const form = Object.assign(document.createElement('form'), {
        method: 'POST',
        action: '/share',
        enctype: 'multipart/form-data',
      })
      form.append(input)
      document.body.append(form)
      form.submit()
    }, files),
  ])
}
