import { Refused } from '../../kernel/refused.ts'
import type { Deps } from '../../http/handler.ts'
import type { Who } from '../../identity/who.ts'
import { NOBODYS_HASH, verifyPassword } from '../../identity/password.ts'

/**
 * That it is still the person and not somebody at their open screen: the password, asked for again before what guards the account is
 * changed. Throws `password_wrong`, and after five wrong ones in a quarter of an hour `too_many_tries` (TRUST D4).
 */
export async function provePassword({ deps, who }: { deps: Deps; who: Who }, password: string): Promise<void> {
  // of the session, so that whoever sits at one does not take the owner's tries in another
  const tries = await deps.limits.take(['account', `password ${who.id} ${who.sessionHash}`])
  const { rows } = await deps.pool.query<{ password_hash: string | null }>(
    'select password_hash from person where id = $1',
    [who.id],
  )
  if (await verifyPassword(password, rows[0]?.password_hash ?? NOBODYS_HASH)) return tries.giveBack()
  throw new Refused('password_wrong')
}
