import { createContext, use } from 'react'
import type { Person } from '../../contract/session/session.ts'
import type { SessionRecord } from '../api/session-record.ts'
import type { Database } from '../db/database.ts'
import type { Seal } from '../db/seal.ts'
import type { ServerSettings } from './server-settings.ts'

/** This device in the hands of the person signed in: their database, the engine, and the clock of the server as measured. */
export type Device = {
  readonly db: Database
  readonly session: SessionRecord
  /** The encryption of their records, if they share this device. */
  readonly seal: Seal | null
  /** Who they are, as their own record says now: changed here or on another device, it is so within a pull. */
  readonly person: Person
  /** What the platform has set, as this device last heard; the defaults before that. */
  readonly house: ServerSettings
  /** The zone that decides which day "today" is (rule 4): that of the current clinic, or of the first they work in. */
  readonly zone: string
  /** Epoch ms by the server's clock. */
  readonly now: () => number
  /** Sends and fetches soon. */
  readonly kick: () => void
  /** This device has no room, or its storage fails: nothing new can be kept (R76). */
  readonly storageFull: boolean
}

export function useDevice(): Device {
  const device = use(DeviceContext)
  if (!device) throw new Error('useDevice outside DeviceProvider')
  return device
}

/** Given by `DeviceProvider`. */
export const DeviceContext = createContext<Device | null>(null)
