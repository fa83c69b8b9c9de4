import { cp, mkdtemp, readFile, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { chromium, expect, type BrowserContext, type Page } from '@playwright/test'
import { headless, wholeChromium } from '../../../tools/chromium.ts'
import { DEMO_PASSWORD } from '../../../server/app/demo/sign-ins.ts'
import type { TestServer } from './server.ts'

/** How the line is cut: the device's own network is switched off, or the server stops. */
export type Cut = 'network off' | 'server stopped'

export type Device = Awaited<ReturnType<typeof openDevice>>

export type DeviceOptions = {
  readonly lang?: 'tr' | 'en' | 'de' | 'ru'
  readonly width?: number
  readonly height?: number
  readonly dark?: boolean
  /** A Y4M file that replaces the camera: the page sees what the file holds when it opens the camera. */
  readonly camera?: string
  /** A profile's folder to start from, as a copy (`kept-profiles.ts`). */
  readonly from?: string
  /** False: no service worker answers for the app, so that a journey can change network replies (`page.route`). */
  readonly worker?: boolean
  /** The whole browser, with notifications and what else the lighter one lacks. */
  readonly whole?: boolean
}

/** Playwright's own polling interval grows to a second, which wastes half a second on average; each poll reads the device's storage. */
const OFTEN = { timeout: 60_000, intervals: [100, 250, 500] }

/** A browser with a profile on disk, as a tablet or a desk has one: it can be killed and opened again. */
export async function openDevice(
  server: TestServer,
  slug: string | null,
  {
    lang = 'en',
    width = 1280,
    height = 900,
    dark = false,
    camera,
    from,
    worker = true,
    whole = false,
  }: DeviceOptions = {},
) {
  const profile = await mkdtemp(join(tmpdir(), 'bedside-device-'))
  if (from) await cp(from, profile, { recursive: true })
  const errors: string[] = []
  let context: BrowserContext
  let page: Page
  async function open() {
    context = await chromium.launchPersistentContext(profile, {
      ...(whole ? wholeChromium : headless)(
        camera ? ['--use-fake-device-for-media-stream', `--use-file-for-fake-video-capture=${camera}`] : [],
      ),
      viewport: { width, height },
      colorScheme: dark ? 'dark' : 'light',
      serviceWorkers: worker ? 'allow' : 'block',
      locale: lang,
      timezoneId: slug === 'lindenhof' ? 'Europe/Berlin' : slug === 'greenwich' ? 'Europe/London' : 'Europe/Istanbul',
    })
    // a step that hangs reports its place long before the journey's own time is over
    context.setDefaultTimeout(60_000)
    await context.addCookies([{ name: 'user-lang', value: lang, url: server.at(slug, '/') }])
    page = context.pages()[0] ?? (await context.newPage())
    page.on(
      'console',
      (message) =>
        message.type() === 'error' &&
        // the page of an unknown host has no app to install, and the browser reports that
        !/net::ERR_|Failed to load resource|WebSocket|Manifest fetch from http:\/\/nowhere\./.test(message.text()) &&
        errors.push(message.text()),
    )
    page.on('pageerror', (error) => errors.push(String(error)))
  }
  await open()
  return {
    /** Errors that the page itself reported; a lost connection is not one. */
    errors,
    /** The folder in which the browser keeps everything. */
    profile,
    get page() {
      return page
    },
    goto: (path: string) => page.goto(server.at(slug, path)),
    signIn: async (
      username: string,
      door: '/login' | '/doctor-login' | '/patient-login',
      { shared = false }: { shared?: boolean } = {},
    ) => {
      await page.goto(server.at(slug, door))
      await page.locator('input[autocomplete^="username"]').fill(username)
      await page.locator('input[autocomplete="current-password"]').fill(DEMO_PASSWORD)
      // a personal device stays signed in when the page reloads
      if (!shared) await page.locator('input[type="checkbox"]').uncheck()
      await page.locator('button[type="submit"]').click()
      await page.waitForURL('**/appointment**')
    },
    /**
     * Waits until the device holds everything it may hold and has nothing to send. `code` is false if a part of the app
     * is withheld from it; `since` is when a copied profile was last filled.
     */
    settled: async ({ code = true, since = 0 }: { code?: boolean; since?: number } = {}) => {
      // not waitForFunction: it takes the promise of an async function for a yes
      await expect.poll(() => page.evaluate(filledAt), OFTEN).toBeGreaterThan(since)
      await expect(page.locator('.sync')).toHaveAttribute('data-tone', 'saved', { timeout: 30_000 })
      if (code) await expect.poll(() => page.evaluate(isCodeKept), OFTEN).toBe(true)
    },
    filledAt: () => page.evaluate(filledAt),
    /** What the page shows, for whoever reads why a journey failed. */
    shown: () => Promise.race([page.evaluate(shown).catch(String), setTimeout(5000, 'nothing within 5 s')]),
    cut: async (how: Cut) => (how === 'network off' ? context.setOffline(true) : server.stop()),
    mend: async (how: Cut) => (how === 'network off' ? context.setOffline(false) : server.start()),
    /**
     * Waits until the worker has the shell and the device has the screens of the signed-in person: from then on
     * everything opens offline.
     */
    workerReady: async () => {
      await page.evaluate(async () => void (await navigator.serviceWorker.ready))
      await expect.poll(() => page.evaluate(isCodeKept), OFTEN).toBe(true)
    },
    /** Kills the browser, as a crash does, and opens it again with what was on disk. */
    crash: async () => {
      // Chromium writes cookies to disk every 30 s, or when 512 of them wait: a younger session would not survive the
      // kill
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

/**
 * Runs in the page: when the person's database was last filled completely, epoch ms; 0 if it never was, or if it is
 * being filled.
 */
async function filledAt(): Promise<number> {
  for (const { name } of await indexedDB.databases()) {
    if (!name?.startsWith('bedside-0')) continue
    const db = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open(name)
      opening.onsuccess = () => resolve(opening.result)
      opening.onerror = () => reject(opening.error)
    })
    const factsRequest = db.objectStoreNames.contains('facts')
      ? db.transaction('facts').objectStore('facts').getAll()
      : null
    const facts = factsRequest
      ? await new Promise<{ name: string; value: unknown }[]>(
          (resolve) => (factsRequest.onsuccess = () => resolve(factsRequest.result)),
        )
      : []
    db.close()
    const value = (wanted: string) => facts.find((fact) => fact.name === wanted)?.value
    if (value('pulledAt') && value('line') === 'online' && !value('filling')) return Number(value('pulledAt'))
  }
  return 0
}

/**
 * Runs in the page: whether every requested file of this build is on the device. For a signed-in person and for a
 * tablet there must be at least one.
 */
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

/** Runs in the page: its address, the focused element, the hidden parts, and its text. */
function shown(): string {
  const name = (it: Element) => `${it.tagName.toLowerCase()}.${it.className}#${it.id}`
  const hidden = [...document.querySelectorAll<HTMLElement>('[style*="display: none"]')].map(name)
  return [
    location.href,
    `focus: ${document.activeElement ? name(document.activeElement) : 'none'}; hidden by style: ${hidden.join(', ') || 'nothing'}`,
    document.body.innerText.slice(0, 1500),
  ].join('\n')
}

/** The processes of this browser alone: those started with its profile folder. */
async function processesOf(profile: string): Promise<number[]> {
  const found: number[] = []
  for (const entry of await readdir('/proc')) {
    if (!/^\d+$/.test(entry)) continue
    const command = await readFile(`/proc/${entry}/cmdline`, 'utf8').catch(() => '')
    if (command.includes(`--user-data-dir=${profile}`) && !command.includes('--type=')) found.push(Number(entry))
  }
  return found
}
