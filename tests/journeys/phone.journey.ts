import type { Page } from '@playwright/test'
import { expect, test } from './support/journey.ts'

/** With smaller text in a field, a phone's browser zooms in when the field gets the focus (Safari), px. */
const LEAST_PX = 16

/** Screens and dialogs that together hold every kind of control. */
const SCREENS = [
  '/appointment?view=list&preset=next30',
  '/appointment/new',
  '/patient-list',
  '/patient/new',
  '/availability',
  '/payment',
  '/article/new',
  '/doctor/new',
  '/profile?tab=clinic',
  '/profile?tab=security',
  '/kiosk/tablets',
]

test('on a phone no field is small enough to make the browser zoom, and keyboards match the input', async ({
  device,
}) => {
  const phone = await device('sifa', { width: 390, height: 844 })
  const { page } = phone
  await phone.goto('/login')
  const username = page.locator('input[autocomplete^="username"]')
  await expect(username).toHaveAttribute('inputmode', 'email')
  await expect(username).toHaveAttribute('enterkeyhint', 'next')
  await expect(page.locator('input[autocomplete="current-password"]')).toHaveAttribute('enterkeyhint', 'go')
  await phone.signIn('clinic.sifa@demo.bedside.test', '/login')
  await phone.settled()
  const small: string[] = []
  for (const path of SCREENS) {
    await phone.goto(path)
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
    await expect(page.locator('.skeleton')).toHaveCount(0)
    await page.waitForTimeout(300)
    small.push(...(await smallFields(page)).map((each) => `${path}: ${each}`))
  }
  expect(small).toEqual([])
  await phone.goto('/patient/new')
  await expect(page.locator('input[type="email"]').first()).toHaveAttribute('inputmode', 'email')
})

test('the browser’s bars have the top bar’s colour; persistent storage is requested again once the app is installed', async ({
  device,
}) => {
  const phone = await device('sifa', { width: 390, height: 844 })
  const { page } = phone
  await page.addInitScript(() => {
    const asked = { count: 0 }
    Object.assign(globalThis, { asked })
    const { persist } = StorageManager.prototype
    StorageManager.prototype.persist = function (this: StorageManager) {
      asked.count++
      return persist.call(this)
    }
  })
  await phone.signIn('clinic.sifa@demo.bedside.test', '/login')
  await phone.settled()
  const light = await barColour(page)
  expect(light).toBe(await groundOf(page))
  await page.getByRole('button', { name: /profile menu/ }).click()
  await page.getByRole('menuitem', { name: 'Dark colours' }).click()
  await expect.poll(() => barColour(page)).not.toBe(light)
  expect(await barColour(page)).toBe(await groundOf(page))

  const promptCount = () => page.evaluate(() => (globalThis as unknown as { asked: { count: number } }).asked.count)
  const before = await promptCount()
  expect(before).toBeGreaterThan(0)
  await page.evaluate(() => void dispatchEvent(new Event('appinstalled')))
  expect(await promptCount()).toBe(before + 1)
})

/** The theme colour as the browser computes it, so that two notations of one colour are equal. */
const barColour = (page: Page) =>
  page.evaluate(() => {
    const probe = document.createElement('i')
    probe.style.color = document.querySelector<HTMLMetaElement>('meta[name="theme-color"]')?.content ?? ''
    document.body.append(probe)
    const { color } = getComputedStyle(probe)
    const isRead = probe.style.color !== ''
    probe.remove()
    return isRead ? color : null
  })
const groundOf = (page: Page) =>
  page.evaluate(() => getComputedStyle(document.querySelector('.topbar')!).backgroundColor)

/** Runs in the page: visible fields with smaller text. */
const smallFields = (page: Page) =>
  page.evaluate(
    (least) =>
      [...document.querySelectorAll<HTMLElement>('input, select, textarea, [contenteditable="true"]')].flatMap(
        (field) => {
          const isTyped = !/^(?:checkbox|radio|range|file|color|hidden)$/.test(field.getAttribute('type') ?? '')
          const size = Number.parseFloat(getComputedStyle(field).fontSize)
          const name = field.getAttribute('aria-label') ?? field.getAttribute('name') ?? field.className
          return isTyped && field.checkVisibility() && size < least ? [`${field.tagName} ${name} ${size}px`] : []
        },
      ),
    LEAST_PX,
  )
