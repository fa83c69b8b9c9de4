import { useEffect, useState } from 'react'
import { fetchBytes } from '../../api/upload.ts'

/** Where a picture's bytes can be drawn from: an address of this page, `loading`, or `none` when they cannot be had now. */
export type Image = { readonly state: 'loading' | 'none' } | { readonly state: 'ready'; readonly src: string }

/** A stored picture, fetched with the person's token and kept for this visit of the app. Null asks for nothing. */
export function useImage(id: string | null | undefined): Image {
  const [image, setImage] = useState<{ id: string; src: string | null } | null>(null)
  useEffect(() => {
    if (!id) return
    let gone = false
    void load(id).then((src) => {
      if (!gone) setImage({ id, src })
    })
    return () => void (gone = true)
  }, [id])
  if (!id) return { state: 'none' }
  if (image?.id !== id) return { state: 'loading' }
  return image.src ? { state: 'ready', src: image.src } : { state: 'none' }
}

/** Lets go of a picture that is no more. */
export function forgetImage(id: string) {
  void kept.get(id)?.then((src) => src && URL.revokeObjectURL(src))
  kept.delete(id)
}

/** By id: a stored picture never changes, a new one has a new id. What could not be had is asked for again. */
const kept = new Map<string, Promise<string | null>>()
const MOST_KEPT = 200

function load(id: string): Promise<string | null> {
  const known = kept.get(id)
  if (known) return known
  const loading = fetchBytes(`/api/file/${id}`).then((blob) => {
    if (!blob) kept.delete(id)
    return blob && URL.createObjectURL(blob)
  })
  kept.set(id, loading)
  const [oldest] = kept.keys()
  if (kept.size > MOST_KEPT && oldest) forgetImage(oldest)
  return loading
}
