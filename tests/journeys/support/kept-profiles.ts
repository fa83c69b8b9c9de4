import { rm } from 'node:fs/promises'
import { expect } from '@playwright/test'
import { openDevice } from './device.ts'
import type { TestServer } from './server.ts'

export type Door = '/login' | '/doctor-login' | '/patient-login'
type Profile = { readonly folder: string; readonly filledAt: number }
export type KeptProfiles = ReturnType<typeof keepProfiles>

/**
 * Profiles of browsers in which a person has signed in and everything has come down, one a person: a journey that begins there takes a copy,
 * which costs a fifth of doing it again (docs/testing.md). Journeys of one server come one after another, so no two copies are in use at once.
 */
export function keepProfiles(house: TestServer) {
  const profiles = new Map<string, Profile>()
  return {
    /** That of whoever signs in there; made when it is asked for the first time. */
    of: async (slug: string | null, username: string, door: Door): Promise<Profile> => {
      const name = `${slug} ${username}`
      const known = profiles.get(name)
      if (known) return known
      const device = await openDevice(house, slug)
      await device.signIn(username, door)
      await device.settled()
      expect(device.errors).toEqual([])
      const profile = { folder: device.profile, filledAt: await device.filledAt() }
      // the browser writes down what it has when it ends
      await device.page.context().close()
      profiles.set(name, profile)
      return profile
    },
    /** Their session has been ended since: the next who asks gets a new one. */
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
