import { Trans, useLingui } from '@lingui/react/macro'
import { useState, type FormEvent } from 'react'
import type { Invitation } from '../../../contract/invitation/invitation.ts'
import { formatDate } from '../../i18n/format.ts'
import { messages } from '../../i18n/messages.ts'
import { useDevice } from '../../screen/device.ts'
import { useProblemWords } from '../../screen/problem-words.ts'
import { useAnswer } from '../../screen/use-answer.ts'
import { useIsOffline } from '../../screen/queries-waiting.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Note } from '../../ui/note.tsx'
import { ListSkeleton, LoadError } from '../../ui/states.tsx'
import { Table } from '../../ui/table.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { showToast } from '../../ui/toast.ts'
import { inviteDoctor, listInvitations, withdrawInvitation } from './commands.ts'

/**
 * A clinic's invitations to doctors who also work elsewhere (rule 53): a form for a new one, and those that wait for an
 * answer.
 */
export function InvitationsCard() {
  const response = useAnswer(listInvitations, 'invitations')
  return (
    <Card title={<Trans>Invite a doctor</Trans>}>
      <div className="stack">
        <p className="dim">
          <Trans>
            For a doctor who has an account already. They decide whether to join; until then neither of you sees
            anything of the other.
          </Trans>
        </p>
        <InviteForm onSent={response.again} />
        {response.value ? (
          <Invitations invitations={response.value.invitations} onChanged={response.again} />
        ) : response.asking ? (
          <ListSkeleton rows={1} />
        ) : (
          <LoadError onRetry={response.again} />
        )}
      </div>
    </Card>
  )
}

function InviteForm({ onSent }: { onSent: () => void }) {
  const { t, i18n } = useLingui()
  const words = useProblemWords()
  const offline = useIsOffline()
  const [contact, setContact] = useState('')
  const [tried, setTried] = useState(false)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const missing = !CONTACT.test(contact.trim())

  async function send(event: FormEvent) {
    event.preventDefault()
    setTried(true)
    setProblem(null)
    if (missing || busy) return
    setBusy(true)
    const outcome = await inviteDoctor(contact)
    setBusy(false)
    if (outcome.kind !== 'done') return setProblem(words(outcome))
    setContact('')
    setTried(false)
    showToast({ kind: 'saved', title: t`The invitation is on its way`, text: contact.trim() })
    onSent()
  }
  return (
    <form className="stack-2" noValidate onSubmit={(event) => void send(event)}>
      <Field
        label={<Trans>Email or phone of the doctor</Trans>}
        required
        error={tried && missing ? t`An email address, or a phone number.` : null}
      >
        <TextInput
          autoComplete="off"
          maxLength={200}
          value={contact}
          onChange={(event) => setContact(event.target.value)}
        />
      </Field>
      {problem && (
        <Note tone="failed" alert>
          {problem}
        </Note>
      )}
      <div>
        <Button type="submit" aria-busy={busy || undefined} whyDisabled={offline ? i18n._(messages.offline) : null}>
          <Trans>Send the invitation</Trans>
        </Button>
      </div>
    </form>
  )
}

const CONTACT = /^([^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+|\+?[\d\s()-]{7,20})$/

function Invitations({ invitations, onChanged }: { invitations: readonly Invitation[]; onChanged: () => void }) {
  const { t } = useLingui()
  const words = useProblemWords()
  const { zone } = useDevice()
  const [ending, setEnding] = useState<Invitation | null>(null)
  if (invitations.length === 0) return null
  async function withdraw({ id }: Invitation) {
    const outcome = await withdrawInvitation(id)
    onChanged()
    if (outcome.kind === 'done') showToast({ kind: 'saved', title: t`The invitation is withdrawn` })
    else showToast({ kind: 'failed', title: words(outcome) })
  }
  const contactOf = ({ email, phone }: Invitation) => email ?? phone ?? ''
  return (
    <>
      <Table
        label={t`Invitations`}
        rows={invitations}
        keyOf={({ id }) => id}
        columns={[
          { id: 'contact', head: <Trans>Invited</Trans>, cell: (one) => <b>{contactOf(one)}</b>, card: 'title' },
          { id: 'state', head: <Trans>Status</Trans>, cell: (one) => <State invitation={one} />, card: 'detail' },
          {
            id: 'at',
            head: <Trans>Sent</Trans>,
            cell: ({ createdAt }) => formatDate(createdAt, zone),
            card: 'time',
          },
          { id: 'by', head: <Trans>By</Trans>, cell: ({ invitedBy }) => invitedBy, priority: 2 },
        ]}
        actionOf={(one) =>
          one.status === 'open' && (
            <Button small onClick={() => setEnding(one)}>
              <Trans context="invitation">Withdraw</Trans>
              <span className="vh"> {contactOf(one)}</span>
            </Button>
          )
        }
      />
      <ConfirmDialog
        open={ending !== null}
        onOpenChange={() => setEnding(null)}
        title={<Trans>Withdraw the invitation to {ending ? contactOf(ending) : ''}?</Trans>}
        keep={<Trans>Keep it</Trans>}
        act={<Trans context="invitation">Withdraw</Trans>}
        onConfirm={() => (ending ? withdraw(ending) : undefined)}
      >
        <Trans>It can no longer be accepted. You can invite them again at any time.</Trans>
      </ConfirmDialog>
    </>
  )
}

function State({ invitation: { status, expiresAt } }: { invitation: Invitation }) {
  const { zone } = useDevice()
  const until = formatDate(expiresAt, zone)
  switch (status) {
    case 'open':
      return <Trans>Waiting for an answer until {until}</Trans>
    case 'accepted':
      return <Trans>Accepted</Trans>
    case 'declined':
      return <Trans>Declined</Trans>
    case 'withdrawn':
      return <Trans context="invitation">Withdrawn</Trans>
  }
}
