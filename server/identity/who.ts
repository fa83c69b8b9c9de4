import type { Role } from '../../contract/kernel/call.ts'
import type { Position } from '../db/position.ts'
import type { Visibility } from '../db/transaction.ts'

/** The signed-in person behind a request, and the host's clinic they came through. */
export type Who = Visibility & {
  readonly id: string
  readonly type: Role
  readonly name: string
  readonly superadmin: boolean
  /** A clinic user's clinic; null for all others. */
  readonly clinicId: string | null
  readonly hostClinic: string | null
  readonly sessionHash: string
  /** Signed in only to set up the required second factor: only rows that are `enrolling` answer (TRUST D3). */
  readonly mustEnrol: boolean
}

/** Where a request came from, as needed by log, limits and session. `host` has no port. */
export type Origin = {
  readonly host: string
  /** Scheme, host and port as the browser names them: the origin that a passkey's answer must come from. */
  readonly site: string
  readonly ip: string
  readonly fromBrowser: boolean
  /** `User-Agent`, as it came. */
  readonly agent: string
  readonly secure: boolean
  readonly session: string | null
  readonly token: string | null
  readonly bind: string | null
  /** The device's clock when it sent this, ISO; null if it does not say. */
  readonly sentAt: string | null
  /** The position of the database that the device has seen; null if it does not say. */
  readonly position: Position | null
}
