import {
  GeneralSettings,
  MailSettings,
  SETTING_DEFAULTS,
  SmsSettings,
  type SecretName,
  type SettingId,
} from '../../../contract/setting/setting.ts'
import { joint } from '../../db/joint.ts'
import type { Db } from '../../db/pool.ts'
import { parseReply } from '../../../contract/kernel/reply.ts'
import type { Vault } from '../../ports/vault.ts'

/** The general settings in force, with defaults where nothing else was set. Readable by anyone. */
export async function readSettings(db: Db): Promise<GeneralSettings> {
  return parseReply(GeneralSettings, { ...SETTING_DEFAULTS.setting, ...(await dataOf(db, 'setting')) })
}

/**
 * The mail settings, with the password decrypted. Works as the owner of the tables: no person may read the password.
 */
export async function readMailSettings(
  db: Db,
  vault: Vault,
): Promise<MailSettings & { readonly password: string | null }> {
  const data = parseReply(MailSettings, { ...SETTING_DEFAULTS.mail, ...(await dataOf(db, 'mail')) })
  return { ...data, password: await secretOf(db, vault, 'mail', 'password') }
}

/** How SMS leave the server, with the provider's key opened; as `readMailSettings`. */
export async function readSmsSettings(db: Db, vault: Vault): Promise<SmsSettings & { readonly key: string | null }> {
  const data = parseReply(SmsSettings, { ...SETTING_DEFAULTS.sms, ...(await dataOf(db, 'sms')) })
  return { ...data, key: await secretOf(db, vault, 'sms', 'key') }
}

/** What the secrets of the settings are sealed for. */
export const SETTING_PURPOSE = 'setting'

async function dataOf(db: Db, id: SettingId): Promise<Readonly<Record<string, unknown>>> {
  const { rows } = await db.query<{ data: Record<string, unknown> }>(
    joint('select data from setting where id = $1', [id], { types: ['text'], stays: true }),
  )
  return rows[0]?.data ?? {}
}

async function secretOf(db: Db, vault: Vault, id: SettingId, name: SecretName): Promise<string | null> {
  const { rows } = await db.query<{ sealed: string }>('select sealed from setting_secret where id = $1 and name = $2', [
    id,
    name,
  ])
  return rows[0] ? vault.open(SETTING_PURPOSE, rows[0].sealed) : null
}
