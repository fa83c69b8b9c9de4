import { existsSync } from 'node:fs'
import { chromium, type LaunchOptions } from '@playwright/test'
import { installPackage } from './debian.ts'
import { say } from './run/child.ts'

/** The whole Chromium: the system's, otherwise Playwright's own if it is installed; otherwise undefined. */
export function findChromium(): string | undefined {
  return [...systemPaths, chromium.executablePath()].find((path) => existsSync(path))
}

/** Flags for a Chromium that may be root's and must stay quiet. */
export const chromiumFlags = [
  '--no-sandbox',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
]

/**
 * What Playwright needs to start a Chromium: the one without windows if it is there, which takes a fifth less processor
 * time for a journey (decision 0167), otherwise the whole one. `flags` are added to ours.
 */
export const headless = (flags: readonly string[] = []): LaunchOptions =>
  launchOf(existsSync(SHELL) ? SHELL : findChromium(), flags)

/** The same for what only the whole one has: its viewer of PDFs. */
export const wholeChromium = (flags: readonly string[] = []): LaunchOptions => launchOf(findChromium(), flags)

const launchOf = (executablePath: string | undefined, flags: readonly string[]): LaunchOptions => ({
  ...(executablePath && { executablePath }),
  args: [...chromiumFlags, ...flags],
})

/** Finds Chromium, and installs it if one command can: on Debian, as root. Says plainly if there is none. */
export async function ensureChromium(): Promise<boolean> {
  if (!existsSync(SHELL)) await installPackage('chromium-headless-shell')
  if (!findChromium()) await installPackage('chromium')
  if (findChromium()) return true
  say(
    'no Chromium here, so journeys cannot run: install the package "chromium", or run "npx playwright install chromium"',
  )
  return false
}

/** Debian's package chromium-headless-shell. */
const SHELL = '/usr/bin/chromium-headless-shell'

const systemPaths = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]
