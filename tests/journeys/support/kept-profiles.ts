import { rm } from 'node:fs/promises'
import { expect } from '@playwright/test'
import { openDevice } from './device.ts'
import type { TestServer } from './server.ts'

export type Door = '/login' | '/doctor-login' | '/patient-login'
type Profile = { readonly folder: string; readonly filledAt: number }
export type KeptProfiles = ReturnType<typeof keepProfiles>

/**
 * Browser profiles in which a person has signed in and the device has loaded everything, one for each person. A journey
 * that starts there copies one, which costs a fifth of a new sign-in (docs/testing.md). The journeys of one server run
 * one after another, so no two copies are in use at once.
 */
export function keepProfiles(server: TestServer) {
  const profiles = new Map<string, Profile>()
  return {
    /** The profile of whoever signs in there; made on the first call. */
    of: async (slug: string | null, username: string, door: Door): Promise<Profile> => {
      const name = `${slug} ${username}`
      const known = profiles.get(name)
      if (known) return known
      const device = await openDevice(server, slug)
      await device.signIn(username, door)
      await device.settled()
      expect(device.errors).toEqual([])
      const profile = { folder: device.profile, filledAt: await device.filledAt() }
      // the browser writes its state to disk when it closes
      await device.page.context().close()
      profiles.set(name, profile)
      return profile
    },
    /** That person's session has ended since: the next caller gets a new profile. */
    forget: async (slug: string | null, username: string) => {
      const name = `${slug} ${username}`
      await remove(profiles.get(name))
      profiles.delete(name)
    },
    close: async () => {
      for (const profile of profiles.values()) await remove(profile)
    },
  }
}

const remove = async (profile: Profile | undefined) => profile && rm(profile.folder, { recursive: true, force: true })
