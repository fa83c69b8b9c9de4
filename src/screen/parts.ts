import * as v from 'valibot'
import { partsAddress } from './build.ts'
import { fetchFiles } from './fetch-files.ts'
import { addWanted, filesOf, missing, PartList, readWanted, type Wanted } from './part-list.ts'

/** Which parts of the app this device holds for a start without a network. */
export type Parts = {
  readonly kept: number
  readonly wanted: number
  /** True while they are being downloaded. */
  readonly busy: boolean
  /**
   * Why not all are downloaded: some did not arrive, no room is left, or the person saves data and they load when used.
   */
  readonly trouble: null | 'unreachable' | 'full' | 'saving'
}

/** For `useSyncExternalStore`; null until it is known. */
export const readParts = (): Parts | null => parts
export function onParts(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/**
 * Downloads all that `wanted` names in the background: a few files at a time, in one tab for all, and again with the
 * network or the next start if it fails. On a connection that saves data only with `now`, at the person's request.
 */
export async function keepParts(wanted: Wanted, now = false): Promise<void> {
  const address = partsAddress()
  if (!address || typeof caches === 'undefined') return
  latest = wanted
  try {
    list ??= fetchList(address)
    const files = filesOf(await list, wanted)
    const count = async () => files.size - (await missing(files)).length
    const saving = !now && isSaving()
    if (!saving) await addWanted(wanted)
    tell({ kept: await count(), wanted: files.size, busy: !saving, trouble: saving ? 'saving' : null })
    if (saving) return
    await navigator.locks.request('bedside-parts', async () => {
      // another tab may have fetched them meanwhile
      if (latest !== wanted) return
      let kept = await count()
      const came = await fetchFiles(files, WAITS_MS, () =>
        tell({ kept: ++kept, wanted: files.size, busy: true, trouble: null }),
      )
      const trouble = came === 'full' ? 'full' : came === 'some' ? 'unreachable' : null
      tell({ kept: await count(), wanted: files.size, busy: false, trouble })
      if (trouble) return
      // the download of another person's parts may have been interrupted when they left
      if (!isSaving()) await fetchFiles(filesOf(await list!, await readWanted()), [])
      ;(await navigator.serviceWorker?.getRegistration())?.active?.postMessage({ type: 'TIDY' })
    })
  } catch (error) {
    list = null
    const isFull = error instanceof DOMException && error.name === 'QuotaExceededError'
    tell({ kept: parts?.kept ?? 0, wanted: parts?.wanted ?? 0, busy: false, trouble: isFull ? 'full' : 'unreachable' })
  }
}

/** Retries failed downloads when the network returns. Returns a function that stops this. */
export function keepTrying(): () => void {
  const again = () => {
    if (latest && parts?.trouble === 'unreachable') void keepParts(latest)
  }
  addEventListener('online', again)
  return () => removeEventListener('online', again)
}

let parts: Parts | null = null
let latest: Wanted | null = null
let list: Promise<PartList> | null = null
const listeners = new Set<() => void>()

function tell(next: Parts) {
  parts = next
  for (const listener of listeners) listener()
}

async function fetchList(address: string): Promise<PartList> {
  const answer = await fetch(address)
  if (!answer.ok) throw new Error('parts_unreachable')
  return v.parse(PartList, await answer.json())
}

/** The browser's "save data" setting, which TypeScript's library does not have. */
const isSaving = () =>
  'connection' in navigator && (navigator.connection as { saveData?: boolean } | undefined)?.saveData === true

const WAITS_MS = [1_000, 5_000, 20_000, 60_000]
