import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { Invited } from '../../../contract/invitation/invitation.ts'
import type { Outcome } from '../../api/call.ts'
import { formatDate } from '../../i18n/format.ts'
import { useDevice } from '../../screen/device.ts'
import { useProblemWords } from '../../screen/problem-words.ts'
import { useAnswer } from '../../screen/use-answer.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Checkbox } from '../../ui/choice.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { ListSkeleton, LoadError } from '../../ui/states.tsx'
import { showToast } from '../../ui/toast.ts'
import { acceptInvitation, declineInvitation, myInvitations } from './commands.ts'

/** The clinics that invite this doctor; they get nothing before the doctor accepts. */
export function MyInvitations() {
  const response = useAnswer(myInvitations, 'my invitations')
  if (response.value?.invitations.length === 0) return null
  return (
    <Card title={<Trans>Invitations</Trans>}>
      {response.value ? (
        <ul className="stack">
          {response.value.invitations.map((one) => (
            <One key={one.id} invitation={one} onAnswered={response.again} />
          ))}
        </ul>
      ) : response.asking ? (
        <ListSkeleton rows={1} />
      ) : (
        <LoadError onRetry={response.again} />
      )}
    </Card>
  )
}

function One({ invitation, onAnswered }: { invitation: Invited; onAnswered: () => void }) {
  const { t } = useLingui()
  const device = useDevice()
  const words = useProblemWords()
  const [asking, setAsking] = useState<'accept' | 'decline' | null>(null)
  const [shares, setShares] = useState(true)
  const { id, clinic, city, invitedBy, expiresAt } = invitation
  const until = formatDate(expiresAt, device.zone)

  async function answer(outcome: Promise<Outcome<unknown>>, message: string) {
    const ended = await outcome
    if (ended.kind === 'done') showToast({ kind: 'saved', title: message })
    else showToast({ kind: 'failed', title: words(ended) })
    onAnswered()
  }
  return (
    <li className="row wrap">
      <span className="grow-words">
        <b>{clinic}</b> <span className="dim">{city}</span>
        <br />
        <span className="dim">
          <Trans>
            Invited by {invitedBy}. You can answer until {until}.
          </Trans>
        </span>
      </span>
      <span className="row">
        <Button onClick={() => setAsking('decline')}>
          <Trans>Decline</Trans>
          <span className="vh"> {clinic}</span>
        </Button>
        <Button look="primary" onClick={() => setAsking('accept')}>
          <Trans>Accept</Trans>
          <span className="vh"> {clinic}</span>
        </Button>
      </span>
      <ConfirmDialog
        open={asking === 'accept'}
        onOpenChange={(open) => !open && setAsking(null)}
        title={<Trans>Work with {clinic}?</Trans>}
        keep={<Trans>Not now</Trans>}
        act={<Trans>Accept the invitation</Trans>}
        onConfirm={() => answer(acceptInvitation(device, id, shares), t`You now work with ${clinic}`)}
      >
        <p>
          <Trans>
            The clinic sees your profile and sets hours, prices and its own commission for you. It sees when you are
            busy, but not why. You can leave at any time.
          </Trans>
        </p>
        <Checkbox checked={shares} onChange={(event) => setShares(event.target.checked)}>
          <Trans>Share my phone and email with this clinic</Trans>
        </Checkbox>
      </ConfirmDialog>
      <ConfirmDialog
        open={asking === 'decline'}
        onOpenChange={(open) => !open && setAsking(null)}
        title={<Trans>Decline the invitation of {clinic}?</Trans>}
        keep={<Trans>Not now</Trans>}
        act={<Trans>Decline</Trans>}
        onConfirm={() => answer(declineInvitation(device, id), t`The invitation is declined`)}
      >
        <Trans>The clinic is told that you declined, and nothing else about you.</Trans>
      </ConfirmDialog>
    </li>
  )
}
