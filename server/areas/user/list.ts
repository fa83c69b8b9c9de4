import { nameWords } from '../../../contract/kernel/name.rules.ts'
import type { User } from '../../../contract/user/user.ts'
import type { Db } from '../../db/pool.ts'
import { listPage, where, type Condition } from '../../http/list.ts'

type ListQuery = {
  readonly page?: number | undefined
  readonly limit?: number | undefined
  readonly after?: string | undefined
  readonly keyword?: string | undefined
}

/** Most hits that a search follows: a typed word means few. */
const MOST_HITS = 1000

/**
 * A page of users in name order that the caller may see; a keyword is a prefix of a name's words, digits of a phone, or
 * an email address.
 */
export async function listUsers(db: Db, { keyword, ...paging }: ListQuery, conditions: readonly Condition[]) {
  const found = keyword?.trim() ? [where('id = any(?)', await findUsers(db, keyword.trim()))] : []
  const { rows, envelope } = await listPage<User>(
    db,
    'user_row',
    [...conditions, ...found],
    ['name_folded', 'id'],
    paging,
  )
  return { ...envelope, users: rows }
}

async function findUsers(db: Db, typed: string): Promise<string[]> {
  const digits = typed.replaceAll(/\D/g, '')
  const isPhone = digits.length >= 3 && !/\p{L}/u.test(typed)
  const { rows } = await db.query<{ id: string }>('select id from user_search($1, $2, $3, $4)', [
    isPhone ? [] : nameWords(typed).spellings,
    isPhone ? digits.replace(/^0/, '') : '',
    typed,
    MOST_HITS,
  ])
  return rows.map((row) => row.id)
}
