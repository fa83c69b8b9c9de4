import { useCallback, useEffect, useState } from 'react'
import { backupCalls, type BackupLine } from '../../../contract/backup/backup.ts'
import { call, type Outcome } from '../../api/call.ts'

type Problem = Exclude<Outcome<unknown>, { kind: 'done' }>
type Found = { readonly last: readonly BackupLine[]; readonly backups: readonly BackupLine[] }

/** The results of backups, as the server has them now; never stored here. */
export function useBackups(): {
  readonly found: Found | null
  readonly problem: Problem | null
  readonly again: () => void
} {
  const [state, setState] = useState<{ found: Found | null; problem: Problem | null }>({ found: null, problem: null })
  const again = useCallback(() => {
    void call(backupCalls['backup.list'], {}).then((outcome) =>
      setState(({ found }) =>
        outcome.kind === 'done' ? { found: outcome.reply, problem: null } : { found, problem: outcome },
      ),
    )
  }, [])
  useEffect(again, [again])
  return { ...state, again }
}
