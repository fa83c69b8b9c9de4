import { useLiveQuery } from 'dexie-react-hooks'
import { useEffect, useState } from 'react'
import { fileRoutes } from '../../../contract/file.ts'
import { fetchFile } from '../../api/upload.ts'
import { rowsIn, type Database } from '../../db/database.ts'
import { show, type Shown } from '../../db/row.ts'
import { useDevice } from '../../screen/device.ts'

export type ShownFile = Shown<'patient_file'>

/**
 * A patient's files as this device knows them, newest first. The server sends only what the person may see (RULES 13).
 */
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

/** Which files' bytes are on this device because the person keeps them, and the progress of uploads, 0 to 100. */
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

/** A file's bytes, from this device or else from the server; null if neither can give them now. */
export async function bytesOf(db: Database, { id, type }: Pick<ShownFile, 'id' | 'type'>): Promise<Blob | null> {
  const here = await db.blobs.get(id)
  // bytes here were chosen on this device or sent by the server
  if (here) return new Blob([here.bytes], { type })
  return fetchFile(fileRoutes.patientFile.path.replace(':id', id), type)
}

type Preview =
  | { readonly state: 'loading' }
  | { readonly state: 'none' }
  | { readonly state: 'ready'; readonly src: string }

/** An address of this page to show a file from; `none` if it cannot be fetched now. */
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
