import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Approval } from '../../../contract/approval/approval.ts'
import { formatDateTime } from '../../i18n/format.ts'
import { useDevice } from '../../screen/device.ts'
import { useIsOffline } from '../../screen/queries-waiting.ts'
import { Button } from '../../ui/button.tsx'
import { useAskedWords, useStatusWords } from './approval-words.ts'
import { DecideDialog } from './decide-dialog.tsx'

/**
 * One request: what is requested, for whom, by whom and why; while it waits, the two buttons for those who may decide.
 */
export function ApprovalLine({ approval, onDecided }: { approval: Approval; onDecided: () => void }) {
  const { t } = useLingui()
  const { zone } = useDevice()
  const offline = useIsOffline()
  const status = useStatusWords()
  const requestWords = useAskedWords()
  const [deciding, setDeciding] = useState<'approve' | 'decline' | null>(null)
  const { patientId, patientName, paymentId, reason, askedName, own } = approval
  const waits = approval.status === 'waiting'
  const whyNot = offline
    ? t`You need to be online to move money.`
    : own
      ? t`You asked for this yourself; another person has to approve it.`
      : null
  return (
    <li className="approval">
      <div className="grow stack-2">
        <span>
          <b>{requestWords(approval)}</b>
          {' · '}
          {patientName === null ? (
            <span className="dim">
              <Trans>a patient you can no longer see</Trans>
            </span>
          ) : (
            <Link to="/patient/$id" params={{ id: patientId }} search={{}}>
              {patientName}
            </Link>
          )}
          {paymentId && (
            <>
              {' · '}
              <Link to="/payment/$id" params={{ id: paymentId }}>
                <Trans>Payment</Trans>
              </Link>
            </>
          )}
        </span>
        {reason && <span>{reason}</span>}
        <span className="sm dim">
          <Trans>
            Asked by {askedName}, {formatDateTime(approval.askedAt, zone)}
          </Trans>
        </span>
        <Ending approval={approval} />
      </div>
      {waits ? (
        <div className="approval-acts">
          <Button
            whyDisabled={offline ? t`You need to be online to move money.` : null}
            showWhy={false}
            onClick={() => setDeciding('decline')}
          >
            {own ? <Trans>Withdraw the request</Trans> : <Trans>Decline</Trans>}
          </Button>
          <Button look="primary" whyDisabled={whyNot} onClick={() => setDeciding('approve')}>
            <Trans context="request">Approve</Trans>
          </Button>
        </div>
      ) : (
        <span className="badge plain">{status[approval.status]}</span>
      )}
      {deciding && (
        <DecideDialog act={deciding} approval={approval} onClose={() => setDeciding(null)} onDecided={onDecided} />
      )}
    </li>
  )
}

/** By whom it was decided, when and why; or until when it waits. */
function Ending({ approval: { status, decidedName, decidedAt, words, expiresAt } }: { approval: Approval }) {
  const { zone } = useDevice()
  const at = formatDateTime(decidedAt ?? expiresAt, zone)
  if (status === 'waiting')
    return (
      <span className="sm dim">
        <Trans>Waits until {at}; then it lapses.</Trans>
      </span>
    )
  if (status === 'lapsed')
    return (
      <span className="sm dim">
        <Trans>No one decided by {at}.</Trans>
      </span>
    )
  return (
    <span className="sm dim">
      {decidedName}, {at}
      {words && <>: {words}</>}
    </span>
  )
}
