import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { Approval } from '../../../contract/approval/approval.ts'
import { useDevice } from '../../screen/device.ts'
import { useProblemWords } from '../../screen/problem-words.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Note } from '../../ui/note.tsx'
import { showToast } from '../../ui/toast.ts'
import { useAskedWords } from './approval-words.ts'
import { approveRequest, declineRequest } from './commands.ts'

/** Confirms approving or declining: what is requested, for whom, by whom. */
export function DecideDialog({
  act,
  approval,
  onClose,
  onDecided,
}: {
  act: 'approve' | 'decline'
  approval: Approval
  onClose: () => void
  onDecided: () => void
}) {
  const { t } = useLingui()
  const device = useDevice()
  const words = useProblemWords()
  const requestText = useAskedWords()(approval)
  const [problem, setProblem] = useState<string | null>(null)
  const { id, askedName, patientName, reason } = approval

  async function run(why: string) {
    setProblem(null)
    const outcome = await (act === 'approve' ? approveRequest(device, id) : declineRequest(device, id, why))
    if (outcome.kind !== 'done') {
      setProblem(words(outcome))
      throw new NotDone()
    }
    showToast({
      kind: 'saved',
      title: act === 'approve' ? t`Approved: ${{ asked: requestText }}` : t`Declined: ${{ asked: requestText }}`,
    })
    onDecided()
  }

  return (
    <ConfirmDialog
      open
      danger={act === 'decline'}
      onOpenChange={(open) => !open && onClose()}
      title={act === 'approve' ? <Trans>Approve this?</Trans> : <Trans>Decline this?</Trans>}
      keep={<Trans>Go back</Trans>}
      act={act === 'approve' ? <Trans context="request">Approve</Trans> : <Trans>Decline</Trans>}
      {...(act === 'decline' && { reason: { label: <Trans>Why</Trans>, required: true } })}
      onConfirm={run}
    >
      <div className="stack-2">
        <p>
          <b>{requestText}</b>
          {patientName && <> · {patientName}</>}
        </p>
        {reason && <p>{reason}</p>}
        <p className="dim">
          {act === 'approve' ? (
            <Trans>{askedName} asked for it. It is carried out at once, and the patient is told.</Trans>
          ) : (
            <Trans>Nothing is charged or refunded. {askedName} can read what you write; the patient is not told.</Trans>
          )}
        </p>
        {problem && (
          <Note tone="failed" alert>
            {problem}
          </Note>
        )}
      </div>
    </ConfirmDialog>
  )
}

/** Keeps the dialog open, which shows the reason. */
class NotDone extends Error {
  override name = 'NotDone'
}
