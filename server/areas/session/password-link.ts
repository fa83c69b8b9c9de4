import { INVITE_DAYS, type Language, RESET_MINUTES } from '../../../contract/kernel/constants.ts'
import type { Db } from '../../db/pool.ts'
import type { Deps } from '../../http/handler.ts'
import { writeTo } from '../message/write-to.ts'
import { ownReachOf } from '../../identity/links.ts'
import { hashOf, newSecret } from '../../identity/secret.ts'

type Within = {
  readonly db: Db
  readonly now: number
  readonly deps: Pick<Deps, 'publicUrl' | 'sendSoon'>
  readonly after: (work: () => Promise<void>) => void
}

/**
 * Whether such a link may be sent at all: not to people of a private clinic, whose accounts the platform could take
 * over through its own mail settings (docs/decisions/0061), unless the clinic has its own mail server and the person a
 * second factor (0095). For code that should say so instead of sending nothing.
 */
export async function linkGoesByMail(db: Db, personId: string): Promise<boolean> {
  const { rows } = await db.query<{ may: boolean }>('select link_goes_by_mail($1) as may', [personId])
  return rows[0]?.may === true
}

/**
 * Sends a person a link that sets their password once: `reset` for 30 minutes, `invite` for 7 days. Only its hash is
 * stored; by mail, or by SMS without an email address, to the person's own address (rule 48), in the caller's
 * transaction. False if nothing could or may be sent (`linkGoesByMail`).
 */
export async function sendPasswordLink(
  { db, now, deps, after }: Within,
  personId: string,
  kind: 'reset' | 'invite',
  /** The language of the person who asked; absent: the recipient's. */
  lang?: Language,
): Promise<boolean> {
  if (!(await linkGoesByMail(db, personId))) return false
  const through = await ownMailOf(db, personId)
  const reach = await ownReachOf(db, personId)
  if (!reach?.recipient || (through && reach.channel !== 'mail')) return false
  const code = newSecret()
  const until = now + LIFE[kind]
  await db.query(
    'insert into password_link (code_hash, person_id, kind, made_at, expires_at) values ($1, $2, $3, $4, $5)',
    [hashOf(code), personId, kind, new Date(now), new Date(until)],
  )
  await writeTo(db, deps.publicUrl(), reach, {
    template: kind === 'reset' ? 'password_reset' : 'password_invite',
    path: `/reset#${code}`,
    ...(lang && { lang }),
    ...(through && { through }),
    now,
    notAfter: until,
  })
  after(async () => deps.sendSoon())
  return true
}

/** The private clinic whose own mail carries this person's links; null: the platform's does. */
async function ownMailOf(db: Db, personId: string): Promise<string | null> {
  const { rows } = await db.query<{ clinic: string | null }>(
    'select case when mails_itself($1) then recovery_clinic($1) end as clinic',
    [personId],
  )
  return rows[0]?.clinic ?? null
}

const MINUTE = 60_000
const LIFE = { reset: RESET_MINUTES * MINUTE, invite: INVITE_DAYS * 24 * 60 * MINUTE } as const
