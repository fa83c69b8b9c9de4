import * as v from 'valibot'
import type { CallTable } from '../kernel/call.ts'
import { secret } from '../kernel/fields.ts'
import { MailSettings } from '../setting/setting.ts'

const { port, username, sender } = MailSettings.entries
/** A name with its domain, or an address of digits: one word alone is someone's on the server's own network. */
const host = v.pipe(
  MailSettings.entries.host.wrapped,
  v.check((typed) => typed.includes('.'), 'url'),
)

/** How a private clinic's own mail is handed in. The password is written and never read. */
export const ClinicMail = v.object({
  host,
  port,
  username,
  sender: sender.wrapped,
  hasPassword: v.boolean(),
})
export type ClinicMail = v.InferOutput<typeof ClinicMail>

const done = v.object({ status: v.literal(true) })

/** Of the caller's own clinic, while it is private; everyone else is `unauthorized` (docs/decisions/0095). [+] */
export const clinicMailCalls = {
  /** Null where none is set. */
  'clinic.mail': {
    method: 'POST',
    path: '/api/clinic/mail/show',
    roles: ['clinic'],
    offline: 'online',
    refusals: [],
    input: v.strictObject({}),
    reply: v.object({ status: v.literal(true), mail: v.nullable(ClinicMail) }),
  },
  /**
   * Keeps it once a letter to the caller has been handed in by it; `third_party_failure` where that fails, whatever the other side said. A
   * `secret` that is not sent stays as it is, null removes it. The caller proves their own password.
   */
  'clinic.keepMail': {
    method: 'PUT',
    path: '/api/clinic/mail',
    roles: ['clinic'],
    offline: 'online',
    secret: 'password',
    refusals: ['password_wrong', 'host_not_allowed', 'setting_incomplete', 'third_party_failure'],
    input: v.strictObject({
      password: secret(1024),
      host,
      port,
      username,
      sender: sender.wrapped,
      secret: v.optional(v.nullable(secret(400))),
    }),
    reply: done,
  },
  /** Not a DELETE, whose input stands in the address: the caller proves their own password here too. */
  'clinic.dropMail': {
    method: 'POST',
    path: '/api/clinic/mail/drop',
    roles: ['clinic'],
    offline: 'online',
    secret: 'password',
    refusals: ['password_wrong'],
    input: v.strictObject({ password: secret(1024) }),
    reply: done,
  },
} as const satisfies CallTable
