import type { Person } from '../../contract/session/session.ts'

/**
 * Who is signed in on this host (SPEC §4, §9). The record lives in a small IndexedDB of its own, since a worker has neither local
 * storage nor a document; SPEC's keys and cookies are written and deleted beside it, in the same functions.
 */
export type SessionRecord = {
  readonly token: string
  readonly session: string
  readonly person: Person
  readonly clinicId: string | null
  /** Epoch ms after which the token opens nothing. */
  readonly expiresAt: number
  /** Server's clock minus this device's, ms (rule 91). */
  readonly offset: number
  /**
   * This person shares this device: their records and their token are sealed, and opened by a key that is only ever in memory (TRUST D17). While
   * it is locked `token` and `session` are empty.
   */
  readonly shared?: boolean
  /** The server opens nothing but the setting up of the second factor that is required (TRUST D3). */
  readonly mustEnrol?: boolean
  /** Shown with the token where the server may hold the session locked (`contract/kernel/constants.ts`, UNLOCK_HEADER). */
  readonly unlock?: string
}
