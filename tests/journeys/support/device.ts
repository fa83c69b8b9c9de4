import { cp, mkdtemp, readFile, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { chromium, expect, type BrowserContext, type Page } from '@playwright/test'
import { chromiumFlags, findChromium } from '../../../tools/chromium.ts'
import { DEMO_PASSWORD } from '../../../server/app/demo/sign-ins.ts'
import type { TestServer } from './server.ts'

/** How the line is cut: the device's own network goes, or the server does. */
export type Cut = 'network off' | 'server stopped'

export type Device = Awaited<ReturnType<typeof openDevice>>

export type DeviceOptions = {
  readonly lang?: 'tr' | 'en' | 'de' | 'ru'
  readonly width?: number
  readonly height?: number
  readonly dark?: boolean
  /** A Y4M file that stands for the camera: what it holds when the camera is opened is seen. */
  readonly camera?: string
  /** A profile's folder that it begins with a copy of (`kept-profiles.ts`). */
  readonly from?: string
  /** False: no worker answers for the app, and a journey may change what comes by the network (`page.route`). */
  readonly worker?: boolean
}

/** Playwright's own pause grows to a second, half of which is waited for nothing. */
const OFTEN = { timeout: 60_000, intervals: [100, 250] }

/** A browser with a profile on disk, as a tablet or a desk has one: it can be killed and opened again. */
export async function openDevice(
  house: TestServer,
  slug: string | null,
  { lang = 'en', width = 1280, height = 900, dark = false, camera, from, worker = true }: DeviceOptions = {},
) {
  const profile = await mkdtemp(join(tmpdir(), 'bedside-device-'))
  if (from) await cp(from, profile, { recursive: true })
  const errors: string[] = []
  let context: BrowserContext
  let page: Page
  async function open() {
    const executablePath = findChromium()
    context = await chromium.launchPersistentContext(profile, {
      ...(executablePath && { executablePath }),
      args: camera
        ? [...chromiumFlags, '--use-fake-device-for-media-stream', `--use-file-for-fake-video-capture=${camera}`]
        : chromiumFlags,
      viewport: { width, height },
      colorScheme: dark ? 'dark' : 'light',
      serviceWorkers: worker ? 'allow' : 'block',
      locale: lang,
      timezoneId: slug === 'lindenhof' ? 'Europe/Berlin' : slug === 'greenwich' ? 'Europe/London' : 'Europe/Istanbul',
    })
    // what hangs says where long before its journey's own time is over
    context.setDefaultTimeout(60_000)
    await context.addCookies([{ name: 'user-lang', value: lang, url: house.at(slug, '/') }])
    page = context.pages()[0] ?? (await context.newPage())
    page.on(
      'console',
      (message) =>
        message.type() === 'error' &&
        // a host of no one's has no app to install, and the browser says so
        !/net::ERR_|Failed to load resource|WebSocket|Manifest fetch from http:\/\/nowhere\./.test(message.text()) &&
        errors.push(message.text()),
    )
    page.on('pageerror', (error) => errors.push(String(error)))
  }
  await open()
  return {
    /** Faults the page itself reported; a lost line is none. */
    errors,
    /** The folder the browser keeps everything in. */
    profile,
    get page() {
      return page
    },
    goto: (path: string) => page.goto(house.at(slug, path)),
    signIn: async (
      username: string,
      door: '/login' | '/doctor-login' | '/patient-login',
      { shared = false }: { shared?: boolean } = {},
    ) => {
      await page.goto(house.at(slug, door))
      await page.locator('input[autocomplete^="username"]').fill(username)
      await page.locator('input[autocomplete="current-password"]').fill(DEMO_PASSWORD)
      // on a device of one's own, so that a page that is loaded again goes on as it was
      if (!shared) await page.locator('input[type="checkbox"]').uncheck()
      await page.locator('button[type="submit"]').click()
      await page.waitForURL('**/appointment**')
    },
    /**
     * Waits until the device holds all it may and nothing waits to be sent; `code` is false where a part of the app is kept away from it, `since` when a
     * profile that was copied had been filled before.
     */
    settled: async ({ code = true, since = 0 }: { code?: boolean; since?: number } = {}) => {
      // not waitForFunction: the promise of an asynchronous question counts as a yes there
      await expect.poll(() => page.evaluate(filledAt), OFTEN).toBeGreaterThan(since)
      await expect(page.locator('.sync')).toHaveAttribute('data-tone', 'saved', { timeout: 30_000 })
      if (code) await expect.poll(() => page.evaluate(isCodeKept), OFTEN).toBe(true)
    },
    filledAt: () => page.evaluate(filledAt),
    /** What the page shows, for whoever reads why a journey failed. */
    shown: () => Promise.race([page.evaluate(shown).catch(String), setTimeout(5000, 'nothing within 5 s')]),
    cut: async (how: Cut) => (how === 'network off' ? context.setOffline(true) : house.stop()),
    mend: async (how: Cut) => (how === 'network off' ? context.setOffline(false) : house.start()),
    /** The worker has the shell, and the device the screens of who is signed in: from now on all of it opens without a network. */
    workerReady: async () => {
      await page.evaluate(async () => void (await navigator.serviceWorker.ready))
      await expect.poll(() => page.evaluate(isCodeKept), OFTEN).toBe(true)
    },
    /** Ends the browser as a crash does, and opens it again with what it had on disk. */
    crash: async () => {
      // Chromium writes cookies to disk every 30 s, or when 512 of them wait: a younger session would not outlive the kill
      await context.addCookies(
        Array.from({ length: 600 }, (_, i) => ({ name: 'n', value: 'n', url: `http://n${i}.test/` })),
      )
      await page.waitForTimeout(1000)
      for (const pid of await processesOf(profile)) process.kill(pid, 'SIGKILL')
      await context.close().catch(() => {})
      await open()
    },
    offlineNow: (how: Cut) => (how === 'network off' ? context.setOffline(true) : Promise.resolve()),
    newTab: async () => context.newPage(),
    close: async () => {
      await context.close().catch(() => {})
      await rm(profile, { recursive: true, force: true })
    },
  }
}

/** In the page: when the person's database was last filled to the end, epoch ms; 0 when it never was, or is being filled. */
async function filledAt(): Promise<number> {
  for (const { name } of await indexedDB.databases()) {
    if (!name?.startsWith('bedside-0')) continue
    const db = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open(name)
      opening.onsuccess = () => resolve(opening.result)
      opening.onerror = () => reject(opening.error)
    })
    const asked = db.objectStoreNames.contains('facts') ? db.transaction('facts').objectStore('facts').getAll() : null
    const facts = asked
      ? await new Promise<{ name: string; value: unknown }[]>(
          (resolve) => (asked.onsuccess = () => resolve(asked.result)),
        )
      : []
    db.close()
    const value = (wanted: string) => facts.find((fact) => fact.name === wanted)?.value
    if (value('pulledAt') && value('line') === 'online' && !value('filling')) return Number(value('pulledAt'))
  }
  return 0
}

/** In the page: every file of this build that was asked for is on the device; where someone is signed in, or on a tablet, something was. */
async function isCodeKept(): Promise<boolean> {
  const cache = await caches.open('parts')
  const wanted = (await (await cache.match('/wanted-parts'))?.json()) as
    | { screens: string[]; languages: string[] }
    | undefined
  if (!wanted && ['signed-in', 'user-token', 'kiosk'].some((key) => localStorage.getItem(key) !== null)) return false
  const list = (await (await fetch(document.documentElement.dataset['parts']!)).json()) as {
    files: string[]
    must: number[]
    shell: number[]
    screens: Record<string, number[]>
    words: Record<string, number[]>
  }
  const places = [
    ...list.must,
    ...list.shell,
    ...(wanted?.screens ?? []).flatMap((name) => list.screens[name] ?? []),
    ...(wanted?.languages ?? []).flatMap((language) => list.words[language] ?? []),
  ]
  const kept = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname))
  return places.every((place) => kept.has(list.files[place]!))
}

/** In the page: its address, what has the focus, what is kept from sight, and its text. */
function shown(): string {
  const name = (it: Element) => `${it.tagName.toLowerCase()}.${it.className}#${it.id}`
  const hidden = [...document.querySelectorAll<HTMLElement>('[style*="display: none"]')].map(name)
  return [
    location.href,
    `focus: ${document.activeElement ? name(document.activeElement) : 'none'}; hidden by style: ${hidden.join(', ') || 'nothing'}`,
    document.body.innerText.slice(0, 1500),
  ].join('\n')
}

/** Our own browser's processes: those started with our own profile folder. */
async function processesOf(profile: string): Promise<number[]> {
  const found: number[] = []
  for (const entry of await readdir('/proc')) {
    if (!/^\d+$/.test(entry)) continue
    const command = await readFile(`/proc/${entry}/cmdline`, 'utf8').catch(() => '')
    if (command.includes(`--user-data-dir=${profile}`) && !command.includes('--type=')) found.push(Number(entry))
  }
  return found
}
