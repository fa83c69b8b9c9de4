import type { ClinicMail } from '../../../contract/clinic/clinic.mail.ts'
import type { Db } from '../../db/pool.ts'
import type { MailSettings } from '../../ports/message/send.ts'
import type { Vault } from '../../ports/vault.ts'

type Stored = Omit<MailSettings, 'password'> & { readonly sealed: string | null }

/**
 * A clinic's own mail settings with the password decrypted, for sending; null if it has none (decision 0095). No person
 * may read the password.
 */
export async function readOwnMail(db: Db, vault: Vault, clinicId: string): Promise<MailSettings | null> {
  const { rows } = await db.query<Stored>(
    'select host, port, username, sender, sealed from clinic_mail where clinic_id = $1',
    [clinicId],
  )
  const [stored] = rows
  if (!stored) return null
  const { sealed, ...mail } = stored
  return { ...mail, password: sealed === null ? null : vault.open(OWN_MAIL_PURPOSE, sealed) }
}

/** The same settings as its own users see them. */
export async function showOwnMail(db: Db, clinicId: string): Promise<ClinicMail | null> {
  const { rows } = await db.query<ClinicMail>(
    'select host, port, username, sender, has_password as "hasPassword" from clinic_mail where clinic_id = $1',
    [clinicId],
  )
  return rows[0] ?? null
}

/** The purpose under which the password is encrypted. */
export const OWN_MAIL_PURPOSE = 'clinic-mail'
