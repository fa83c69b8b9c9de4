import { asFound } from './as-found.ts'
import { expect } from '@playwright/test'
import { openDevice, type Device, type DeviceOptions } from './device.ts'
import { keepProfiles, type Door, type KeptProfiles } from './kept-profiles.ts'
import { test as base } from './in-time.ts'
import { openServer, type TestServer } from './server.ts'

type Worker = { server: TestServer; kept: KeptProfiles }
export type SignedIn = (slug: string | null, username: string, door: Door, options?: DeviceOptions) => Promise<Device>
/** `through`: another way to the same server, such as `front.ts`. */
type Each = {
  device: (slug: string | null, options?: DeviceOptions, through?: TestServer) => Promise<Device>
  /** A device whose person has signed in before and has all data, at their landing page: for journeys about something else. */
  signedIn: SignedIn
}

/** One server for all journeys of a worker; the devices of a journey close with it. A page that reports a fault fails its journey. */
export const test = base.extend<Each, Worker>({
  server: [
    // Playwright reads the wanted fixtures from the pattern of the first parameter
    // oxlint-disable-next-line no-empty-pattern
    async ({}, lend) => {
      const opened = await openServer()
      await lend(opened)
      await opened.close()
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  kept: [
    async ({ server }, lend) => {
      const kept = keepProfiles(server)
      await lend(kept)
      await kept.close()
    },
    { scope: 'worker' },
  ],
  device: async ({ server }, lend, journey) => {
    const opened: Device[] = []
    const leftChanged = await asFound(server)
    await lend(async (slug, options, through = server) => {
      const device = await openDevice(through, slug, options)
      opened.push(device)
      return device
    })
    // of a run on another machine only the summary is left
    if (journey.errors.length > 0) {
      const shown = await Promise.all(opened.map((device) => device.shown()))
      journey.errors.push({ message: shown.map((page, i) => `device ${i + 1} showed ${page}`).join('\n\n') })
    }
    for (const device of opened) {
      expect(device.errors).toEqual([])
      await device.close()
    }
    await server.start()
    expect(await leftChanged(), 'this journey leaves a shared clinic or setting changed').toEqual([])
  },
  signedIn: async ({ device, kept }, lend) => {
    await lend(async function signedIn(slug, username, door, options) {
      const { folder, filledAt } = await kept.of(slug, username, door)
      const made = await device(slug, { ...options, from: folder })
      await made.goto('/appointment')
      const passwordField = made.page.locator('input[autocomplete="current-password"]')
      await made.page.locator('.sync').or(passwordField).first().waitFor()
      // the device opens with what it holds, and learns only then that its session has ended
      const isSettled = made.settled({ since: filledAt }).then(() => true)
      const isAsked = passwordField
        .first()
        .waitFor({ timeout: 0 })
        .then(() => false)
      isSettled.catch(() => undefined)
      isAsked.catch(() => undefined)
      if (!(await Promise.race([isSettled, isAsked]))) {
        await kept.forget(slug, username)
        return signedIn(slug, username, door, options)
      }
      return made
    })
  },
})
export { expect }

/** Each journey runs twice: the device loses its network, or the server stops. */
export const CUTS = ['network off', 'server stopped'] as const
