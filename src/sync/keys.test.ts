// imported first: Dexie looks for IndexedDB when it loads
import 'fake-indexeddb/auto'
import { expect, test } from 'vitest'
import { queuedCalls, rowOf, type QueuedCall } from '../../contract/calls.ts'
import { newId } from '../../contract/kernel/id.ts'
import type { TableName } from '../../contract/kernel/table-names.ts'
import { openDatabase } from '../db/database.ts'
import type { Entry } from '../db/entry.ts'
import { keysOf } from './keys.ts'

/**
 * Fields that name records which no queued change makes, so that nothing has to wait for them: files, and people of a
 * clinic.
 */
const MADE_ELSEWHERE = ['promoId', 'photoId', 'thumbnailId', 'paymentId', 'bankId', 'commissionClinicId', 'clinicId']
const fieldsOf = (call: QueuedCall) => Object.keys((rowOf(call).input as { entries?: object }).entries ?? {})
const makerOf = (table: TableName) =>
  queuedCalls.find((call) => rowOf(call).writes?.creates && rowOf(call).writes?.table === table)
const references = queuedCalls.flatMap((call) =>
  fieldsOf(call)
    .filter((field) => /Ids?$/.test(field) && !MADE_ELSEWHERE.includes(field))
    .map((field) => {
      const named = field.replace(/Ids?$/, '')
      const table = (named === 'group' ? rowOf(call).writes!.table : named) as TableName // as the contract names its fields
      return { call, field, table, maker: makerOf(table) }
    }),
)

test('the contract names the records in queued changes, including a translation’s group, and a doctor’s branches and lists', () => {
  const found = references.flatMap(({ call, field, maker }) => (maker ? [`${call} ${field}`] : []))
  expect(found).toEqual(
    expect.arrayContaining([
      'article.add groupId',
      'doctor.update branchIds',
      'doctor.update diseaseIds',
      'comment.add appointmentId',
    ]),
  )
})

test.each(references.flatMap(({ maker, ...each }) => (maker ? [{ ...each, maker }] : [])))(
  'I10: $call waits for the record in its $field while $maker is unsent, and not for one the server knows',
  async ({ call, field, table, maker }) => {
    const db = openDatabase(newId())
    const id = newId()
    const made = (name: QueuedCall, input: Entry['input']) => ({ call: name, input })
    const of = field.endsWith('Ids') ? [newId(), id] : id
    const change = made(call, { id: newId(), [field]: of })
    expect(await keysOf(db, change)).not.toContain(`${table}:${id}`)
    const making = made(maker, { id })
    await db.outbox.put({ ...making, keys: [`${table}:${id}`], state: 'ready' } as unknown as Entry) // the fields that `keysOf` reads
    expect(await keysOf(db, change)).toContain(`${table}:${id}`)
    await db.delete()
  },
)
