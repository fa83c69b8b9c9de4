import Dexie from 'dexie'
import { TABLE_NAMES } from '../../contract/kernel/table-names.ts'
import { openDatabase, rowsIn } from '../db/database.ts'
import { keyOf } from './fold.ts'
import { forgetRescued } from './rescue.ts'
import { keepPlace, placeOf } from './restored.ts'
import { forgetUnsent, keepLife } from './unsent.ts'

/**
 * Takes a person's records off the device, all but the changes that wait; without any the whole database goes (TRUST D18). A change that
 * another tab makes at the same moment is either among those that wait, or was never said to be saved.
 */
export async function clearRecords(personId: string): Promise<void> {
  const [db, { indexedDB }] = [openDatabase(personId), { ...Dexie.dependencies }]
  // what waits is in the database; a copy of an earlier life of it (`rescue.ts`) would bring back what has been decided since
  await forgetRescued(personId)
  if (await deleteEmpty(db.name, indexedDB)) return forgetUnsent(db.name)
  await db.open()
  await db.transaction(
    'rw',
    [
      db.outbox,
      db.blobs,
      db.base,
      db.facts,
      db.replies,
      db.settled,
      db.drafts,
      ...TABLE_NAMES.map((name) => rowsIn(db, name)),
    ],
    async () => {
      for (const name of TABLE_NAMES) await rowsIn(db, name).clear()
      const [place, putLifeBack] = [await placeOf(db), await keepLife(db)]
      await Promise.all([db.facts.clear(), db.replies.clear(), db.settled.clear(), db.drafts.clear()])
      await keepPlace(db, place)
      await putLifeBack()
      // by its keys, which are never sealed: a person without their key can be taken off too
      const files = new Set((await db.outbox.toArray()).flatMap((entry) => (entry.carry ? entry.keys : [])))
      await db.blobs.filter(({ id }) => !files.has(keyOf({ table: 'patient_file', id }))).delete()
      // the changes keep their place: the records come back under them with the next pull
      await db.base.toCollection().modify({ row: null, gone: false })
    },
  )
  db.close()
}

/** Takes all of a person off the device, also what has not been sent; only ever on their own word. */
export async function forgetDevice(personId: string): Promise<void> {
  await forgetRescued(personId)
  const db = openDatabase(personId)
  await forgetUnsent(db.name)
  await db.delete({ disableAutoOpen: true })
}

/**
 * Deletes the database if nothing waits in it, and says whether it did. The look happens while a newer version is being opened: then no
 * other connection is open, and none of the older version opens again before the deletion. So nothing can be written in between.
 */
async function deleteEmpty(name: string, indexedDB: IDBFactory): Promise<boolean> {
  const version = await versionOf(name, indexedDB)
  const isEmpty = await new Promise<boolean>((resolve, reject) => {
    const opening = indexedDB.open(name, version + 1)
    let waiting = 0
    opening.onupgradeneeded = () => {
      const alone = opening.transaction! // there is one while a version is being opened
      if (!opening.result.objectStoreNames.contains('outbox')) return
      const counting = alone.objectStore('outbox').count()
      counting.onsuccess = () => {
        waiting = counting.result
        if (waiting > 0) alone.abort()
      }
    }
    opening.onsuccess = () => {
      opening.result.close()
      resolve(true)
    }
    opening.onerror = () => (waiting > 0 ? resolve(false) : reject(opening.error))
  })
  if (!isEmpty) return false
  await new Promise<void>((resolve, reject) => {
    const deleting = indexedDB.deleteDatabase(name)
    deleting.onsuccess = () => resolve()
    deleting.onerror = () => reject(deleting.error)
  })
  return true
}

function versionOf(name: string, indexedDB: IDBFactory): Promise<number> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(name)
    opening.onsuccess = () => {
      const { version } = opening.result
      opening.result.close()
      resolve(version)
    }
    opening.onerror = () => reject(opening.error)
  })
}
