import type { Language } from '../../contract/kernel/constants.ts'
import type { Role } from '../../contract/kernel/call.ts'
import { SIGN_IN_PATHS } from '../../contract/session/session.rules.ts'
import type { LoginType } from '../../contract/session/session.ts'
import { joint } from '../db/joint.ts'
import type { Db } from '../db/pool.ts'

/** Where a message to a person goes, and the clinic or platform that sends it. */
export type Reach = {
  readonly channel: 'mail' | 'sms'
  readonly recipient: string | null
  readonly lang: Language
  readonly name: string
  readonly type: Role
  readonly panelUrl: string | null
  readonly clinicName: string | null
  /** The cells of the notification grid that they switched off (contract/notification/notification.rules.ts). */
  readonly muted: readonly string[]
}

/** Null if the person does not exist or is not active. By mail, or by SMS if they have no email address (rule 59). */
export const reachOf = (db: Db, personId: string): Promise<Reach | null> => read(db, REACH, personId)

/**
 * The same for what opens the account: not an address that someone else has set in the last seven days, but the owner's
 * (TRUST R19).
 */
export const ownReachOf = (db: Db, personId: string): Promise<Reach | null> => read(db, OWN_REACH, personId)

async function read(db: Db, sql: string, personId: string): Promise<Reach | null> {
  const { rows } = await db.query<Reach>(joint(sql, [personId], { types: ['uuid'], stays: true }))
  return rows[0] ?? null
}

const REACH =
  'select channel, recipient, lang, name, type, panel_url as "panelUrl", clinic_name as "clinicName", person_muted($1) as muted from person_to_reach($1)'
const OWN_REACH =
  'select channel, recipient, lang, name, type, panel_url as "panelUrl", clinic_name as "clinicName", person_muted($1) as muted from person_to_prove($1)'

/**
 * An address on a clinic's host, or with null on the platform's own. The host comes from the clinic's row, scheme and
 * port from the operator's setting; nothing comes from a request, which could name any host (TRUST D3).
 */
export function linkTo(publicUrl: string, panelUrl: string | null, path: string): string {
  const url = new URL(publicUrl)
  if (panelUrl) url.host = panelUrl.includes(':') ? panelUrl : `${panelUrl}${url.port ? `:${url.port}` : ''}`
  return `${url.origin}${path}`
}

/**
 * A page of the app for this kind of person, for a message: a signed-in reader gets there at once, and on a new device
 * the right sign-in page comes first (issue 35, 4). `path` without `&` and `#`.
 */
export const behindSignIn = ({ type }: Pick<Reach, 'type'>, path: string): string =>
  `${SIGN_IN_PATHS[loginTypeOf(type)]}?back=${path}`

export const houseOf = ({ clinicName }: Pick<Reach, 'clinicName'>) => clinicName ?? 'Bedside'

/** There are sign-in pages for three kinds of person; clinic users use the admins' (rule 105). */
export const loginTypeOf = (type: Role): LoginType => (type === 'clinic' ? 'admin' : type)

/** The kinds that each of the three pages accepts. */
export const ROLES_OF: Readonly<Record<LoginType, readonly Role[]>> = {
  admin: ['admin', 'clinic'],
  doctor: ['doctor'],
  patient: ['patient'],
}

export const forgetPath = (type: LoginType) => (type === 'admin' ? '/forget' : `/${type}-forget`)
