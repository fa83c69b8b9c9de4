import { Refused } from '../../kernel/refused.ts'
import type { Deps } from '../../http/handler.ts'
import type { Who } from '../../identity/who.ts'
import { NOBODYS_HASH, verifyPassword } from '../../identity/password.ts'

/**
 * Verifies that it is still the person and not someone at their unattended screen: the password is required again
 * before what protects the account is changed. Throws `password_wrong`, and after five wrong ones in a quarter of an
 * hour `too_many_tries` (TRUST D4).
 */
export async function provePassword({ deps, who }: { deps: Deps; who: Who }, password: string): Promise<void> {
  // per session, so that someone at one screen does not use up the owner's attempts at another
  const tries = await deps.limits.take(['account', `password ${who.id} ${who.sessionHash}`])
  const { rows } = await deps.pool.query<{ password_hash: string | null }>(
    'select password_hash from person where id = $1',
    [who.id],
  )
  if (await verifyPassword(password, rows[0]?.password_hash ?? NOBODYS_HASH)) return tries.giveBack()
  throw new Refused('password_wrong')
}
