import { expect, test as base } from '@playwright/test'
import { openDevice, type Device, type DeviceOptions } from './device.ts'
import { openServer, type TestServer } from './server.ts'

type Worker = { house: TestServer }
/** `through`: the same house by another way, such as `front.ts`. */
type Each = { device: (slug: string | null, options?: DeviceOptions, through?: TestServer) => Promise<Device> }

/** One house for all journeys; devices of one journey, closed behind it. A page that reported a fault fails its journey. */
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
  device: async ({ house }, lend) => {
    const opened: Device[] = []
    await lend(async (slug, options, through = house) => {
      const device = await openDevice(through, slug, options)
      opened.push(device)
      return device
    })
    for (const device of opened) {
      expect(device.errors).toEqual([])
      await device.close()
    }
    await house.start()
  },
})
export { expect }

/** Each journey is made twice: the device loses its network, and the server goes away. */
export const CUTS = ['network off', 'server stopped'] as const
