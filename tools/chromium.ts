import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'
import { installPackage } from './debian.ts'
import { say } from './run/child.ts'

/** The Chromium for journeys: the system's, otherwise Playwright's own if it is installed; otherwise undefined. */
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

/** Finds Chromium, and installs it if one command can: on Debian, as root. Says plainly if there is none. */
export async function ensureChromium(): Promise<boolean> {
  if (findChromium()) return true
  await installPackage('chromium')
  if (findChromium()) return true
  say(
    'no Chromium here, so journeys cannot run: install the package "chromium", or run "npx playwright install chromium"',
  )
  return false
}

const systemPaths = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]
