import { use, useEffect, useState } from 'react'
import { LARGEST_PICTURE, type PictureSize } from '../../../contract/file.ts'
import { pictureAddress } from '../../../contract/kernel/rich-text.rules.ts'
import { fetchBytes } from '../../api/upload.ts'
import { DeviceContext, type Device } from '../../screen/device.ts'
import { keepPicture, keptPicture, type PictureOf } from '../../sync/pictures.ts'

/** The source of a picture: an address of this page, `loading`, or `none` if it cannot be fetched now. */
export type Image = { readonly state: 'loading' | 'none' } | { readonly state: 'ready'; readonly src: string }

/** The size it is drawn at. `of` is the record that shows it: the device keeps the 96 px version with that record. */
export type Wanted = { readonly size: PictureSize; readonly of?: PictureOf | undefined }

/**
 * A stored picture, fetched with the person's token and cached while the app is open; a record's small one is stored,
 * also for use without a network. Null requests nothing.
 */
export function useImage(id: string | null | undefined, { size, of }: Wanted): Image {
  const device = use(DeviceContext)
  const [image, setImage] = useState<{ key: string; src: string | null } | null>(null)
  const [db, isShared, table, record] = [device?.db, Boolean(device?.seal), of?.table, of?.id]
  const key = id ? `${id} ${size}` : null
  useEffect(() => {
    if (!id || !key) return
    let gone = false
    const owner = table && record ? { table, id: record } : undefined
    void load(key, () => fetchOne({ db, isShared }, id, size, owner)).then((src) => {
      if (!gone) setImage({ key, src })
    })
    return () => void (gone = true)
  }, [id, key, size, db, isShared, table, record])
  if (!key) return { state: 'none' }
  if (image?.key !== key) return { state: 'loading' }
  return image.src ? { state: 'ready', src: image.src } : { state: 'none' }
}

/** Forgets a picture that was deleted. */
export function forgetImage(id: string) {
  for (const key of kept.keys()) if (key.startsWith(`${id} `)) forget(key)
}

/** Keyed by id and size: a stored picture never changes, and a new one has a new id. Failed requests are repeated. */
const kept = new Map<string, Promise<string | null>>()
const MOST_KEPT = 200

function forget(key: string) {
  void kept.get(key)?.then((src) => src && URL.revokeObjectURL(src))
  kept.delete(key)
}

function load(key: string, fetched: () => Promise<Blob | null>): Promise<string | null> {
  const known = kept.get(key)
  if (known) return known
  const loading = fetched().then((blob) => {
    if (!blob) kept.delete(key)
    return blob && URL.createObjectURL(blob)
  })
  kept.set(key, loading)
  const [oldest] = kept.keys()
  if (kept.size > MOST_KEPT && oldest) forget(oldest)
  return loading
}

/**
 * A stored picture is not fetched again. On a shared device nothing is left in the browser's own cache, which no key
 * encrypts.
 */
async function fetchOne(
  { db, isShared }: { readonly db: Device['db'] | undefined; readonly isShared: boolean },
  id: string,
  size: PictureSize,
  of: PictureOf | undefined,
): Promise<Blob | null> {
  const isKept = db && of && size === 96
  const keptImage = isKept && (await keptPicture(db, of, id))
  if (keptImage) return keptImage
  const blob = await fetchBytes(`${pictureAddress(id)}${size === LARGEST_PICTURE ? '' : `?size=${size}`}`, !isShared)
  if (blob && isKept) await keepPicture(db, of, id, blob, Date.now())
  return blob
}
