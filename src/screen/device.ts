import { createContext, use } from 'react'
import type { Person } from '../../contract/session/session.ts'
import type { SessionRecord } from '../api/session-record.ts'
import type { Database } from '../db/database.ts'
import type { Seal } from '../db/seal.ts'
import type { ServerSettings } from './server-settings.ts'

/** This device for the signed-in person: their database, the engine, and the server's clock as measured. */
export type Device = {
  readonly db: Database
  readonly session: SessionRecord
  /** The encryption of their records, if they share this device. */
  readonly seal: Seal | null
  /** The person, by their own current record: a change, made here or on another device, is visible after a pull. */
  readonly person: Person
  /** The platform's settings as last fetched; the defaults before that. */
  readonly settings: ServerSettings
  /** The zone that decides which day "today" is (rule 4): that of the current clinic, or of the first they work in. */
  readonly zone: string
  /** Epoch ms by the server's clock. */
  readonly now: () => number
  /** Starts a sync round soon. */
  readonly kick: () => void
  /** This device has no room, or its storage fails: nothing new can be saved (R76). */
  readonly storageFull: boolean
}

export function useDevice(): Device {
  const device = use(DeviceContext)
  if (!device) throw new Error('useDevice outside DeviceProvider')
  return device
}

/** Provided by `DeviceProvider`. */
export const DeviceContext = createContext<Device | null>(null)
