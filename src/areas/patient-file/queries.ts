import { useLiveQuery } from 'dexie-react-hooks'
import { useEffect, useState } from 'react'
import { fileRoutes } from '../../../contract/file.ts'
import { fetchFile } from '../../api/upload.ts'
import { rowsIn, type Database } from '../../db/database.ts'
import { show, type Shown } from '../../db/row.ts'
import { useDevice } from '../../screen/device.ts'

export type ShownFile = Shown<'patient_file'>

/** A patient's files as this device knows them, newest first (RULES 13: the server hands out only what may be seen). */
export function useFiles(patientId: string): ShownFile[] | undefined {
  const { db } = useDevice()
  return useLiveQuery(async () => {
    const found = await rowsIn(db, 'patient_file')
      .where('[patientId+createdAt]')
      .between([patientId, ''], [patientId, '9999'])
      .reverse()
      .toArray()
    return found.map((stored) => show('patient_file', stored))
  }, [db, patientId])
}

/** What of the files' bytes is on this device: those the person keeps, and of those on their way how far they are, 0 to 100. */
export function useBytesHere():
  | { readonly kept: ReadonlySet<string>; readonly carried: ReadonlyMap<string, number> }
  | undefined {
  const { db } = useDevice()
  return useLiveQuery(async () => {
    const [kept, entries] = await Promise.all([
      db.blobs.where('keep').equals(1).primaryKeys(),
      db.outbox.filter(({ carry }) => carry !== undefined).toArray(),
    ])
    return {
      kept: new Set(kept),
      carried: new Map(
        entries.map(
          ({ input, carry }) => [String(input['id']), Math.floor((100 * carry!.sent) / carry!.size)] as const,
        ),
      ),
    }
  }, [db])
}

/** A file's bytes: from this device where they are here, else from the server; null where neither has them now. */
export async function bytesOf(db: Database, { id, type }: Pick<ShownFile, 'id' | 'type'>): Promise<Blob | null> {
  const here = await db.blobs.get(id)
  // what is kept here is what was chosen here, or what the server gave
  if (here) return new Blob([here.bytes], { type })
  return fetchFile(fileRoutes.patientFile.path.replace(':id', id), type)
}

type Preview =
  | { readonly state: 'loading' }
  | { readonly state: 'none' }
  | { readonly state: 'ready'; readonly src: string }

/** A file to look at, as an address of this page: `none` when it cannot be had now. */
export function usePreview(file: ShownFile): Preview {
  const { db } = useDevice()
  const { id, type } = file
  const [src, setSrc] = useState<string | null | undefined>()
  useEffect(() => {
    let gone = false
    let made: string | null = null
    void bytesOf(db, { id, type }).then((blob) => {
      if (gone) return
      made = blob && URL.createObjectURL(blob)
      setSrc(made)
    })
    return () => {
      gone = true
      if (made) URL.revokeObjectURL(made)
    }
  }, [db, id, type])
  if (src === undefined) return { state: 'loading' }
  return src ? { state: 'ready', src } : { state: 'none' }
}
