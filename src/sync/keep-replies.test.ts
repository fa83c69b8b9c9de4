// imported first: Dexie looks for IndexedDB when it loads
import 'fake-indexeddb/auto'
import { expect, test } from 'vitest'
import { newId } from '../../contract/kernel/id.ts'
import { openDatabase } from '../db/database.ts'
import { keepReplies } from './keep-replies.ts'

const reply = (text: string) => [{ key: 'setting', at: 1, reply: text }]

test('R76: a reply that a full or closed device cannot store is dropped, stored ones stay, and any other error is reported', async () => {
  const db = openDatabase(newId())
  await keepReplies(db, reply('first'))
  let fault: Error = new DOMException('full', 'QuotaExceededError')
  const fail = () => {
    throw fault
  }
  db.replies.hook('updating', fail)
  await keepReplies(db, reply('second'))
  fault = new TypeError('ours')
  await expect(keepReplies(db, reply('third'))).rejects.toThrow('ours')
  db.replies.hook('updating').unsubscribe(fail)
  expect(await db.replies.toArray()).toEqual(reply('first'))
  db.close()
  await keepReplies(db, reply('fourth'))
})
