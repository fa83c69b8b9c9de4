import { Trans } from '@lingui/react/macro'
import { useBlocker } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { holdUnsaved } from './unsaved.ts'

/**
 * Asks "Leave without saving?" before a changed form is left, reloaded or closed (SCREENS B0). With a `draft` on the
 * device, closing loses nothing, so only leaving asks.
 */
export function LeaveGuard({ dirty, draft = false }: { dirty: boolean; draft?: boolean }) {
  const [asking, setAsking] = useState<{ answer: (leave: boolean) => void } | null>(null)
  useEffect(() => (dirty ? holdUnsaved(draft ? 'draft' : 'lost') : undefined), [dirty, draft])
  useBlocker({
    enableBeforeUnload: () => dirty && !draft,
    disabled: !dirty,
    shouldBlockFn: async ({ current, next }) =>
      current.pathname === next.pathname ? false : !(await new Promise<boolean>((answer) => setAsking({ answer }))),
  })
  const answer = (leave: boolean) => {
    asking?.answer(leave)
    setAsking(null)
  }
  return (
    <ConfirmDialog
      leaving
      open={asking !== null}
      onOpenChange={(open) => {
        if (!open) answer(false)
      }}
      title={<Trans>Leave without saving?</Trans>}
      keep={<Trans>Stay here</Trans>}
      act={draft ? <Trans>Leave, keep the draft</Trans> : <Trans>Leave</Trans>}
      onConfirm={() => answer(true)}
    >
      {draft ? (
        <Trans>Nothing is saved yet. What you have entered stays on this device as a draft.</Trans>
      ) : (
        <Trans>What you have changed here has not been saved.</Trans>
      )}
    </ConfirmDialog>
  )
}
