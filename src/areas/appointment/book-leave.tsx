import { Trans } from '@lingui/react/macro'
import { useBlocker } from '@tanstack/react-router'
import { useState } from 'react'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'

/**
 * Asks before an unfinished booking is left (SCREENS B0). On a phone Back first goes one step back: `stepBack` returns
 * whether it did. The input stays as a draft, so closing the tab asks nothing.
 */
export function BookLeave({ dirty, stepBack }: { dirty: boolean; stepBack: () => boolean }) {
  const [asking, setAsking] = useState<{ answer: (leave: boolean) => void } | null>(null)
  useBlocker({
    enableBeforeUnload: false,
    disabled: !dirty,
    shouldBlockFn: async ({ action, current, next }) => {
      if (current.pathname === next.pathname) return false
      if (action === 'BACK' && stepBack()) return true
      return !(await new Promise<boolean>((answer) => setAsking({ answer })))
    },
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
      title={<Trans>Leave this booking?</Trans>}
      keep={<Trans>Stay here</Trans>}
      act={<Trans>Leave, keep the draft</Trans>}
      onConfirm={() => answer(true)}
    >
      <Trans>You have not booked yet. Your answers are saved on this device as a draft.</Trans>
    </ConfirmDialog>
  )
}
