import type { Bank } from '../../../contract/bank/bank.ts'
import { readRows } from '../../db/rows.ts'
import { judge } from '../../http/judge.ts'
import { contains, listPage } from '../../http/list.ts'
import { Refused } from '../../kernel/refused.ts'
import type { Area, Ctx } from '../../http/handler.ts'

export const bankHandlers: Area<'bank'> = {
  'bank.list': async ({ keyword, ...paging }, { db, who }) => {
    const filter = keyword?.trim() ? [contains(`name || ' ' || branch || ' ' || iban`, keyword.trim())] : []
    const { rows, envelope } = await listPage<Bank>(db, 'bank_row', filter, ['name', 'id'], paging)
    if (who.type !== 'admin') return { ...envelope, banks: rows }
    const { rows: uses } = await db.query<{ id: string; total: number }>(
      'select b as id, total from unnest($1::uuid[]) b cross join lateral bank_uses(b)',
      [rows.map(({ id }) => id)],
    )
    const usedBy = new Map(uses.map(({ id, total }) => [id, total]))
    return { ...envelope, banks: rows.map((bank) => ({ ...bank, usedBy: usedBy.get(bank.id) ?? 0 })) }
  },

  'bank.add': async ({ id, name, branch, iban, currency }, { db }) => {
    await refuseTaken(db, iban, id)
    await db.query('insert into bank (id, name, branch, iban, currency) values ($1, $2, $3, $4, $5)', [
      id,
      name.trim(),
      branch.trim(),
      iban,
      currency,
    ])
    return answer(db, id)
  },

  'bank.update': async ({ id, ...fields }, { db, base, record }) => {
    const bank = await lockBank(db, id)
    const changes = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
    judge({ table: 'bank', id }, bank.field_versions, base, Object.keys(changes))
    if (fields.iban && fields.iban !== bank.iban) {
      await refuseTaken(db, fields.iban, id)
      if ((await usesOf(db, id)).waiting > 0) throw new Refused('in_use')
      record({ values: { iban: [bank.iban, fields.iban] } })
    }
    await db.query(
      'update bank set name = coalesce($2, name), branch = coalesce($3, branch), iban = coalesce($4, iban), active = coalesce($5, active) where id = $1',
      [id, fields.name?.trim() ?? null, fields.branch?.trim() ?? null, fields.iban ?? null, fields.active ?? null],
    )
    return answer(db, id)
  },

  'bank.delete': async ({ id }, { db, deps, after }) => {
    await lockBank(db, id)
    const { waiting } = await usesOf(db, id)
    if (waiting > 0) throw new Refused('in_use', { payments: waiting })
    await db.query('select bank_retire($1)', [id])
    // it has become invisible to everyone: devices that held it are poked
    after(async () => deps.poke(['all']))
    return { status: true }
  },
}

type Db = Ctx<'bank.add'>['db']

async function lockBank(db: Db, id: string) {
  const { rowCount } = await db.query('select from bank where id = $1 and deleted_at is null for update', [id])
  if (!rowCount) throw new Refused('bank_not_found')
  const { rows } = await db.query<Bank & { field_versions: Record<string, number> }>(
    'select * from bank_row where id = $1',
    [id],
  )
  return rows[0]! // locked just now
}

async function refuseTaken(db: Db, iban: string, except: string) {
  const { rowCount } = await db.query('select from bank where iban = $1 and deleted_at is null and id <> $2', [
    iban,
    except,
  ])
  if (rowCount) throw new Refused('bank_exists')
}

async function usesOf(db: Db, id: string) {
  const { rows } = await db.query<{ waiting: number; total: number }>('select * from bank_uses($1)', [id])
  return rows[0]! // one row, always
}

async function answer(db: Db, id: string) {
  const [bank] = await readRows(db, 'bank', [id])
  return { status: true as const, bank: bank! } // just written
}
