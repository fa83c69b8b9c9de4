import { randomBytes } from 'node:crypto'
import type { CallName } from '../../../contract/calls.ts'
import { Refused } from '../../kernel/refused.ts'
import type { Ctx } from '../../http/handler.ts'
import { provePassword } from './prove.ts'
import { hashOf } from '../../identity/secret.ts'

type Within = Pick<Ctx<CallName>, 'db' | 'now' | 'deps' | 'who' | 'record'>

/**
 * The asker is a user of a private clinic, whose people get no link by mail, and proves their own password: an open screen takes nobody's
 * account. Throws `unauthorized`, `password_wrong`, `too_many_tries`.
 */
export async function mayRecover(ctx: Within, password: string): Promise<void> {
  await ownPrivateClinic(ctx)
  await provePassword(ctx, password)
}

/** The asker's clinic, while it is private: a public one's people have the platform's mail. Throws `unauthorized`. */
export async function ownPrivateClinic({ db, who }: Pick<Within, 'db' | 'who'>): Promise<string> {
  const { rows } = await db.query<{ id: string }>('select id from clinic where id = $1 and private', [who.clinicId])
  if (!rows[0]) throw new Refused('unauthorized', {}, 403)
  return rows[0].id
}

/** A new code for a person of the asker's clinic, good for half an hour and once; only its hash is kept. Throws `recovery_by_mail`. */
export async function recoveryCode({ db, now, record }: Within, personId: string) {
  const letters = [...randomBytes(LENGTH)].map((byte) => LETTERS[byte % LETTERS.length]).join('')
  const until = new Date(now + HALF_HOUR)
  const { rows } = await db.query<{ made: boolean }>('select recovery_start($1, $2, $3, $4) as made', [
    personId,
    recoveryCodeHash(letters),
    new Date(now),
    until,
  ])
  // whose account it is is asked in the database: of several clinics, or of the platform, it is not this clinic's to open
  if (!rows[0]?.made) throw new Refused('recovery_by_mail')
  record({ object: { table: 'person', id: personId } })
  return { status: true as const, code: letters.match(/.{4}/g)!.join('-'), until: until.toISOString() }
}

/** However it was typed: in small letters, with spaces or without the dashes. */
export const recoveryCodeHash = (typed: string) =>
  hashOf(`recovery by the clinic ${typed.toUpperCase().replaceAll(/[^A-Z0-9]/g, '')}`)

/** 100 random bits, short enough to be read out on the phone. */
const LENGTH = 20
/** Without those that are taken for others; 32 of them, so that a byte falls on each as often. */
const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const HALF_HOUR = 30 * 60_000
