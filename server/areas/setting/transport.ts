import type { Deps } from '../../http/handler.ts'
import { readMailSettings, readSmsSettings } from './read.ts'
import type { MailSettings, SmsSettings } from '../../ports/message/send.ts'

/** What is set up for sending; null if nothing is. */
export type Transports = { readonly mail: MailSettings | null; readonly sms: SmsSettings | null }

/** Settings `mail` and `sms` (SPEC §3) with their secrets opened, read as the owner of the database. */
export async function readTransports({ pool, vault }: Pick<Deps, 'pool' | 'vault'>): Promise<Transports> {
  const [mail, sms] = await Promise.all([readMailSettings(pool, vault), readSmsSettings(pool, vault)])
  const sender = mail.sender ?? (mail.username?.includes('@') ? mail.username : null)
  return {
    mail: mail.host && sender ? { ...mail, host: mail.host, sender } : null,
    sms: sms.host ? { host: sms.host, header: sms.header ?? '', key: sms.key } : null,
  }
}
