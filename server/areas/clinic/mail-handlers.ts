import { newId } from '../../../contract/kernel/id.ts'
import { Refused } from '../../kernel/refused.ts'
import type { Area } from '../../http/handler.ts'
import { NotSent, sendMailNow } from '../../ports/message/send.ts'
import { provePassword } from '../session/prove.ts'
import { ownPrivateClinic } from '../session/recovery-code.ts'
import { mayDial, TEST_WORDS } from '../setting/test-message.ts'
import { OWN_MAIL_PURPOSE, readOwnMail, showOwnMail } from './own-mail.ts'

type Mails = 'clinic.mail' | 'clinic.keepMail' | 'clinic.dropMail'

export const clinicMailHandlers: Pick<Area<'clinic'>, Mails> = {
  'clinic.mail': async (_, ctx) => ({ status: true, mail: await showOwnMail(ctx.db, await ownPrivateClinic(ctx)) }),

  'clinic.keepMail': async ({ password, secret, ...mail }, ctx) => {
    const { db, deps, who, now, record, refuse } = ctx
    const clinicId = await ownPrivateClinic(ctx)
    await provePassword(ctx, password)
    if (!(await mayDial(mail.host, deps.privateHosts))) return refuse('host_not_allowed')
    const before = await readOwnMail(deps.pool, deps.vault, clinicId)
    const kept = secret === undefined ? (before?.password ?? null) : secret
    const { rows } = await db.query<{ email: string | null }>('select email from person where id = $1', [who.id])
    const to = rows[0]?.email
    if (!to) return refuse('setting_incomplete')
    const wait = await deps.limits.spend('upload', who.id)
    if (wait) throw new Refused('too_many_tries', { seconds: wait }, 429)
    try {
      const letter = { id: newId(now), to, subject: TEST_WORDS, text: TEST_WORDS }
      await sendMailNow({ ...mail, password: kept }, letter, deps.privateHosts, WAIT_MS)
    } catch (error) {
      if (error instanceof NotSent) return refuse('third_party_failure')
      throw error
    }
    // not an upsert: that would have to read the encrypted password
    await db.query('delete from clinic_mail where clinic_id = $1', [clinicId])
    await db.query(KEEP, [
      clinicId,
      mail.host,
      mail.port,
      mail.username,
      mail.sender,
      kept === null ? null : deps.vault.seal(OWN_MAIL_PURPOSE, kept),
      new Date(now),
    ])
    record({
      object: { table: 'clinic', id: clinicId },
      values: {
        host: [before?.host ?? null, mail.host],
        sender: [before?.sender ?? null, mail.sender],
      },
    })
    return { status: true }
  },

  'clinic.dropMail': async ({ password }, ctx) => {
    const clinicId = await ownPrivateClinic(ctx)
    await provePassword(ctx, password)
    const before = await showOwnMail(ctx.db, clinicId)
    await ctx.db.query('delete from clinic_mail where clinic_id = $1', [clinicId])
    ctx.record({ object: { table: 'clinic', id: clinicId }, values: { host: [before?.host ?? null, null] } })
    return { status: true }
  },
}

/** Shorter than for other mail, since a database connection is held meanwhile. */
const WAIT_MS = 8_000

const KEEP = `insert into clinic_mail (clinic_id, host, port, username, sender, sealed, updated_at) values ($1, $2, $3, $4, $5, $6, $7)`
