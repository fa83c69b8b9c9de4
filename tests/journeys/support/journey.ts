import { asFound } from './as-found.ts'
import { expect, test as base } from '@playwright/test'
import { openDevice, type Device, type DeviceOptions } from './device.ts'
import { keepProfiles, type Door, type KeptProfiles } from './kept-profiles.ts'
import { openServer, type TestServer } from './server.ts'

type Worker = { house: TestServer; kept: KeptProfiles }
export type SignedIn = (slug: string | null, username: string, door: Door, options?: DeviceOptions) => Promise<Device>
/** `through`: the same server by another way, such as `front.ts`. */
type Each = {
  device: (slug: string | null, options?: DeviceOptions, through?: TestServer) => Promise<Device>
  /** A device of someone who has signed in before and has everything, at their landing: for journeys that are not about coming there. */
  signedIn: SignedIn
}

/** One server for all journeys; devices of one journey, closed behind it. A page that reported a fault fails its journey. */
export const test = base.extend<Each, Worker>({
  house: [
    // Playwright reads which fixtures are wanted from the first parameter's pattern
    // oxlint-disable-next-line no-empty-pattern
    async ({}, lend) => {
      const house = await openServer()
      await lend(house)
      await house.close()
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  kept: [
    async ({ house }, lend) => {
      const kept = keepProfiles(house)
      await lend(kept)
      await kept.close()
    },
    { scope: 'worker' },
  ],
  device: async ({ house }, lend, journey) => {
    const opened: Device[] = []
    const leftChanged = await asFound(house)
    await lend(async (slug, options, through = house) => {
      const device = await openDevice(through, slug, options)
      opened.push(device)
      return device
    })
    // the summary of a run is all that is left of one made elsewhere
    if (journey.errors.length > 0) {
      const shown = await Promise.all(opened.map((device) => device.shown()))
      journey.errors.push({ message: shown.map((page, i) => `device ${i + 1} showed ${page}`).join('\n\n') })
    }
    for (const device of opened) {
      expect(device.errors).toEqual([])
      await device.close()
    }
    await house.start()
    expect(await leftChanged(), 'this journey leaves a shared clinic or setting changed').toEqual([])
  },
  signedIn: async ({ device, kept }, lend) => {
    await lend(async function signedIn(slug, username, door, options) {
      const { folder, filledAt } = await kept.of(slug, username, door)
      const made = await device(slug, { ...options, from: folder })
      await made.goto('/appointment')
      const asked = made.page.locator('input[autocomplete="current-password"]')
      await made.page.locator('.sync').or(asked).first().waitFor()
      if (await asked.isVisible()) {
        await kept.forget(slug, username)
        return signedIn(slug, username, door, options)
      }
      await made.settled({ since: filledAt })
      return made
    })
  },
})
export { expect }

/** Each journey is made twice: the device loses its network, and the server goes away. */
export const CUTS = ['network off', 'server stopped'] as const
