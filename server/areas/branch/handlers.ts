import type { Branch } from '../../../contract/branch/branch.ts'
import { BRANCH_FULL_LIST } from '../../../contract/kernel/constants.ts'
import type { Target } from '../../../contract/kernel/effect.ts'
import { isNamed, isThere, lockWord, lockWords, trimmed, usersOf, type Word } from '../catalog/words.ts'
import type { Area } from '../../http/handler.ts'
import { judge } from '../../http/judge.ts'
import { contains, listPage, where } from '../../http/list.ts'

export const branchHandlers: Area<'branch'> = {
  'branch.getall': async ({ keyword, onlineCalls, ...paging }, { db }) => {
    const filter = [
      where('not gone'),
      ...(keyword ? [contains('name::text', keyword)] : []),
      ...(onlineCalls === undefined ? [] : [where('"onlineCalls" = ?', onlineCalls)]),
    ]
    const { rows, envelope } = await listPage<Branch>(db, 'branch_row', filter, ['id'], {
      limit: BRANCH_FULL_LIST,
      ...paging,
    })
    return { ...envelope, branches: rows }
  },

  'branch.add': async ({ id, name, onlineCalls }, { db, refuse }) => {
    const names = trimmed(name)
    await lockWords(db, 'branch')
    if (await isThere(db, 'branch', id, names)) return [{ table: 'branch', id }]
    if (await isNamed(db, 'branch', names, id)) return refuse('branch_exists')
    await db.query('insert into branch (id, name, online_calls) values ($1, $2, $3)', [
      id,
      JSON.stringify(names),
      onlineCalls,
    ])
    return [{ table: 'branch', id }]
  },

  'branch.update': async ({ id, name, onlineCalls, endOnline }, { db, base, refuse, record }) => {
    const names = name && trimmed(name)
    await lockWords(db, 'branch')
    const branch = await lockWord<Word & Branch>(db, 'branch', id)
    if (!branch) return refuse('branch_not_found')
    judge({ table: 'branch', id }, branch.field_versions, base, [
      ...(names ? ['name'] : []),
      ...(onlineCalls === undefined ? [] : ['onlineCalls']),
    ])
    if (names && (await isNamed(db, 'branch', names, id))) return refuse('branch_exists')
    const ended = onlineCalls === false && branch.onlineCalls ? await endOnlineHours() : []
    await db.query(
      'update branch set name = coalesce($2, name), online_calls = coalesce($3, online_calls) where id = $1',
      [id, names ? JSON.stringify(names) : null, onlineCalls ?? null],
    )
    return [{ table: 'branch', id }, ...ended]

    /**
     * Rule 12: the online hours end too, once the caller has confirmed. Hours that the caller may not see are not
     * counted.
     */
    async function endOnlineHours(): Promise<Target[]> {
      const { rows } = await db.query<{ availability_id: string; doctor_id: string }>(
        'select * from online_hours_of($1)',
        [id],
      )
      const doctors = new Set(rows.map((row) => row.doctor_id)).size
      if (doctors > 0 && !endOnline) return refuse('online_hours_exist', { doctors })
      await db.query('select end_online_hours($1)', [id])
      record({ values: { onlineCalls: [true, false] } })
      return rows.map((row) => ({ table: 'availability', id: row.availability_id }))
    }
  },

  'branch.delete': async ({ id }, { db, deps, after, refuse }) => {
    if (!(await lockWord(db, 'branch', id))) return refuse('branch_not_found')
    const doctors = await usersOf(db, 'branch', id)
    if (doctors > 0) return refuse('in_use', { doctors })
    await db.query(`select retire_word('branch', $1)`, [id])
    // it has become invisible to everyone: devices that held it are poked
    after(async () => deps.poke(['all']))
    return [{ table: 'branch', id }]
  },
}
