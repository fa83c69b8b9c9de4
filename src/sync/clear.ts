import Dexie from 'dexie'
import { TABLE_NAMES } from '../../contract/kernel/table-names.ts'
import { openDatabase, rowsIn } from '../db/database.ts'
import { keyOf } from './fold.ts'
import { forgetRescued } from './rescue.ts'
import { keepPlace, placeOf } from './restored.ts'
import { forgetUnsent, keepLife } from './unsent.ts'

/**
 * Removes a person's records from the device, except the waiting changes; if there are none, deletes the whole database
 * (TRUST D18). A change that another tab makes at the same moment either is among those that wait, or was never
 * confirmed as saved.
 */
export async function clearRecords(personId: string): Promise<void> {
  const [db, { indexedDB }] = [openDatabase(personId), { ...Dexie.dependencies }]
  // waiting changes are in the database; a copy of an earlier life of it (`rescue.ts`) would bring back what has been
  // decided since
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
      // by keys, which are never encrypted: this works without the person's key
      const files = new Set((await db.outbox.toArray()).flatMap((entry) => (entry.carry ? entry.keys : [])))
      await db.blobs.filter(({ id }) => !files.has(keyOf({ table: 'patient_file', id }))).delete()
      // the changes keep their order: the next pull brings the records back under them
      await db.base.toCollection().modify({ row: null, gone: false })
    },
  )
  db.close()
}

/** Removes everything of a person from the device, including unsent changes; only at their own request. */
export async function forgetDevice(personId: string): Promise<void> {
  await forgetRescued(personId)
  const db = openDatabase(personId)
  await forgetUnsent(db.name)
  await db.delete({ disableAutoOpen: true })
}

/**
 * Deletes the database if nothing waits in it, and says whether it did. It checks while a newer version is being
 * opened: then no other connection is open, and none of the older version opens before the deletion, so nothing can be
 * written in between.
 */
async function deleteEmpty(name: string, indexedDB: IDBFactory): Promise<boolean> {
  const version = await versionOf(name, indexedDB)
  const isEmpty = await new Promise<boolean>((resolve, reject) => {
    const opening = indexedDB.open(name, version + 1)
    let waiting = 0
    opening.onupgradeneeded = () => {
      const alone = opening.transaction! // exists while a version is being opened
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
