import 'fake-indexeddb/auto'
import { afterAll, expect, test } from 'vitest'
import { newId } from '../../contract/kernel/id.ts'
import { openDatabase, rowsIn } from '../db/database.ts'
import { keepPicture, keptPicture, sweepPictures } from './pictures.ts'

const db = openDatabase(newId())
afterAll(() => db.delete())

const bytes = Uint8Array.from({ length: 256 }, (_, i) => i)
const picture = new Blob([bytes], { type: 'image/webp' })
const ofDoctor = (id: string) => ({ table: 'doctor', id }) as const
const keys = async () => (await db.replies.toCollection().primaryKeys()).toSorted()

test('a record’s picture is stored byte by byte; another picture of the same record is not confused with it', async () => {
  await keepPicture(db, ofDoctor('a'), 'p1', picture, 1)
  const kept = await keptPicture(db, ofDoctor('a'), 'p1')
  expect([kept?.type, new Uint8Array(await kept!.arrayBuffer())]).toEqual(['image/webp', bytes])
  expect(await keptPicture(db, ofDoctor('a'), 'p2')).toBeNull()
  await keepPicture(db, ofDoctor('a'), 'p2', picture, 2)
  expect([await keys(), await keptPicture(db, ofDoctor('a'), 'p1')]).toEqual([['picture:doctor:a'], null])
})

test('it is deleted with its record, and when the record shows another or none; other replies stay', async () => {
  const row = (id: string, body: object) => ({ id, _b: ['b'], version: 1, pending: 0 as const, body: { ...body } })
  await rowsIn(db, 'doctor').bulkPut([
    row('a', { photoId: 'p2' }),
    row('b', { photoId: null, photoIds: ['p3', 'p4'] }),
    row('c', { photoId: 'p9' }),
    row('d', { photoId: null }),
  ])
  for (const [id, its] of [
    ['b', 'p3'],
    ['c', 'p5'],
    ['d', 'p6'],
    ['gone', 'p7'],
  ] as const)
    await keepPicture(db, ofDoctor(id), its, picture, 3)
  await db.replies.put({ key: 'kept:x', at: 1, reply: {} })
  await sweepPictures(db)
  expect(await keys()).toEqual(['kept:x', 'picture:doctor:a', 'picture:doctor:b'])
})

test('beyond five hundred the oldest are deleted, and nothing else', async () => {
  for (let i = 0; i < 505; i++) await keepPicture(db, ofDoctor(`n${i}`), 'p', picture, 10 + i)
  const left = await keys()
  expect([left.length, left.includes('kept:x'), left.includes('picture:doctor:n4')]).toEqual([501, true, false])
  expect(left).toContain('picture:doctor:n5')
  expect(left).toContain('picture:doctor:n504')
})
