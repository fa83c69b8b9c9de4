import { useLiveQuery } from 'dexie-react-hooks'
import { useDevice } from '../../screen/device.ts'
import { isShared, type SharedFile } from './shared.ts'

export type WaitingShare = SharedFile & { readonly draft: string }

/** Files shared by other apps, until the person says which patient they belong to. */
export function useShared(): readonly WaitingShare[] {
  const { db } = useDevice()
  const found = useLiveQuery(async () => {
    const drafts = await db.drafts.filter(({ name }) => isShared(name)).toArray()
    return drafts.map(({ name, value }) => ({ ...(value as SharedFile), draft: name })) // the worker writes them (src/sw/share.ts)
  }, [db])
  return found ?? NONE
}

const NONE: readonly WaitingShare[] = []
