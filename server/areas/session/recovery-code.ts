import { randomBytes } from 'node:crypto'
import type { CallName } from '../../../contract/calls.ts'
import { Refused } from '../../kernel/refused.ts'
import type { Ctx } from '../../http/handler.ts'
import { provePassword } from './prove.ts'
import { hashOf } from '../../identity/secret.ts'

type Within = Pick<Ctx<CallName>, 'db' | 'now' | 'deps' | 'who' | 'record'>

/**
 * The caller is a user of a private clinic, whose people get no link by mail, and proves their own password, so that an
 * unattended screen cannot take over an account. Throws `unauthorized`, `password_wrong`, `too_many_tries`.
 */
export async function mayRecover(ctx: Within, password: string): Promise<void> {
  await ownPrivateClinic(ctx)
  await provePassword(ctx, password)
}

/** The caller's clinic, while it is private: a public one's people use the platform's mail. Throws `unauthorized`. */
export async function ownPrivateClinic({ db, who }: Pick<Within, 'db' | 'who'>): Promise<string> {
  const { rows } = await db.query<{ id: string }>('select id from clinic where id = $1 and private', [who.clinicId])
  if (!rows[0]) throw new Refused('unauthorized', {}, 403)
  return rows[0].id
}

/**
 * A new code for a person of the caller's clinic, valid for half an hour and once; only its hash is stored. Throws
 * `recovery_by_mail`.
 */
export async function recoveryCode({ db, now, record }: Within, personId: string) {
  const letters = [...randomBytes(LENGTH)].map((byte) => LETTERS[byte % LETTERS.length]).join('')
  const until = new Date(now + HALF_HOUR)
  const { rows } = await db.query<{ made: boolean }>('select recovery_start($1, $2, $3, $4) as made', [
    personId,
    recoveryCodeHash(letters),
    new Date(now),
    until,
  ])
  // the database checks whose account it is: this clinic cannot open one of several clinics, or of the platform
  if (!rows[0]?.made) throw new Refused('recovery_by_mail')
  record({ object: { table: 'person', id: personId } })
  return { status: true as const, code: letters.match(/.{4}/g)!.join('-'), until: until.toISOString() }
}

/** However it was typed: in small letters, with spaces or without the dashes. */
export const recoveryCodeHash = (typed: string) =>
  hashOf(`recovery by the clinic ${typed.toUpperCase().replaceAll(/[^A-Z0-9]/g, '')}`)

/** 100 random bits, short enough to be read out on the phone. */
const LENGTH = 20
/** Without letters that can be confused; 32 of them, so that a byte hits each equally often. */
const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const HALF_HOUR = 30 * 60_000
