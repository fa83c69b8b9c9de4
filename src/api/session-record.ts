import type { Person } from '../../contract/session/session.ts'

/**
 * Who is signed in on this host (SPEC §4, §9). The record is in a small IndexedDB of its own, since a worker has
 * neither local storage nor a document. The same functions write and delete SPEC's keys and cookies.
 */
export type SessionRecord = {
  readonly token: string
  readonly session: string
  readonly person: Person
  readonly clinicId: string | null
  /** Epoch ms after which the token is no longer used. */
  readonly expiresAt: number
  /** Server's clock minus this device's, ms (rule 91). */
  readonly offset: number
  /**
   * This person shares this device: their records and their token are encrypted, with a key that is only ever in memory
   * (TRUST D17). While it is locked `token` and `session` are empty.
   */
  readonly shared?: boolean
  /** The server allows only setting up the required second factor (TRUST D3). */
  readonly mustEnrol?: boolean
  /** Sent with the token if the server may have locked the session (`contract/kernel/constants.ts`, UNLOCK_HEADER). */
  readonly unlock?: string
}
