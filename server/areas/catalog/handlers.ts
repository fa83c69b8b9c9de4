import type { Reply } from '../../../contract/calls.ts'
import type { CatalogName } from '../../../contract/catalog/catalog.ts'
import type { Target } from '../../../contract/kernel/effect.ts'
import { readRows } from '../../db/rows.ts'
import type { Area, Handler } from '../../http/handler.ts'
import { judge } from '../../http/judge.ts'
import { listWords } from './list.ts'
import { isNamed, isThere, lockWord, lockWords, takeFromDoctors, trimmed, usersOf } from './words.ts'

const handlers = {
  'symptom.list': listWords('symptom'),
  'symptom.get': getWord('symptom'),
  'symptom.add': addWord('symptom'),
  'symptom.update': updateWord('symptom'),
  'symptom.delete': deleteWord('symptom'),
  'disease.list': listWords('disease'),
  'disease.get': getWord('disease'),
  'disease.add': addWord('disease'),
  'disease.update': updateWord('disease'),
  'disease.delete': deleteWord('disease'),
  'treatment.list': listWords('treatment'),
  'treatment.get': getWord('treatment'),
  'treatment.add': addWord('treatment'),
  'treatment.update': updateWord('treatment'),
  'treatment.delete': deleteWord('treatment'),
} satisfies Record<keyof Area<CatalogName>, unknown>

/** The rows of the three lists differ only in the table's name, which the compiler cannot see. */
export const catalogHandlers = handlers as unknown as Area<CatalogName>

function getWord(table: CatalogName): Handler<'disease.get'> {
  return async ({ id }, { db, refuse }) => {
    const [row] = await readRows(db, table, [id])
    if (!row) return refuse('record_not_found')
    return { status: true, [table]: row } as unknown as Reply<'disease.get'> // the key is the table's own
  }
}

function addWord(table: CatalogName): Handler<'disease.add'> {
  return async ({ id, name }, { db, now, refuse }) => {
    const names = trimmed(name)
    await lockWords(db, table)
    if (await isThere(db, table, id, names)) return [{ table, id }]
    if (await isNamed(db, table, names, id)) return refuse('name_exists')
    await db.query(`insert into ${table} (id, name, created_at) values ($1, $2, $3)`, [
      id,
      JSON.stringify(names),
      new Date(now),
    ])
    return [{ table, id }]
  }
}

function updateWord(table: CatalogName): Handler<'disease.update'> {
  return async ({ id, name }, { db, base, refuse }) => {
    const names = trimmed(name)
    await lockWords(db, table)
    const word = await lockWord(db, table, id)
    if (!word) return refuse('record_not_found')
    judge({ table, id }, word.field_versions, base, ['name'])
    if (await isNamed(db, table, names, id)) return refuse('name_exists')
    await db.query(`update ${table} set name = $2 where id = $1`, [id, JSON.stringify(names)])
    return [{ table, id }]
  }
}

/** Rule 47: cards that the caller does not see keep the word, and do not prevent deleting it. */
function deleteWord(table: CatalogName): Handler<'disease.delete'> {
  return async ({ id, fromDoctors }, { db, deps, after, refuse }) => {
    if (!(await lockWord(db, table, id))) return refuse('record_not_found')
    const doctors = await usersOf(db, table, id)
    if (doctors > 0 && fromDoctors !== 'true') return refuse('in_use', { doctors })
    const cleared = table === 'symptom' ? [] : await takeFromDoctors(db, table, id)
    await db.query('select retire_word($1, $2)', [table, id])
    // it has become invisible to everyone: devices that held it are poked
    after(async () => deps.poke([table === 'symptom' ? 'admin' : 'all']))
    return [{ table, id }, ...cleared.map((doctor): Target => ({ table: 'doctor', id: doctor }))]
  }
}
