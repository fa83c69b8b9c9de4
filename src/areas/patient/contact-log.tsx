import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { MailCheck } from 'lucide-react'
import type { Contact } from '../../../contract/patient/patient-contact.ts'
import { formatDateTime } from '../../i18n/format.ts'
import { useDevice } from '../../screen/device.ts'
import { NotKeptNote } from '../../screen/not-kept-note.tsx'
import { usePhoneWords } from '../../screen/phone-words.ts'
import { useProblemWords } from '../../screen/problem-words.ts'
import { Bead } from '../../ui/bead.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Empty, ListSkeleton } from '../../ui/states.tsx'
import type { Column } from '../../ui/table-props.ts'
import { Table } from '../../ui/table.tsx'
import { useContacts } from './queries-contacts.ts'
import { knownOr, wordOf } from '../../i18n/word-of.ts'

/**
 * The mails and SMS sent to a patient, and whether they arrived (SCREENS B7 "contact log"). Only the server has them:
 * online only.
 */
export function ContactLog({ patientId, name }: { patientId: string; name: string }) {
  const { t, i18n } = useLingui()
  const { zone } = useDevice()
  const words = useProblemWords()
  const phoneOf = usePhoneWords()
  const { contacts, more, showOlder, problem, asking, again } = useContacts(patientId)
  if (!contacts)
    return problem ? (
      <NotKeptNote problem={problem} onRetry={again}>
        <Trans>What was sent to patients is not kept on this device.</Trans>
      </NotKeptNote>
    ) : (
      <ListSkeleton rows={3} />
    )
  const columns: readonly Column<Contact>[] = [
    {
      id: 'at',
      head: t`When`,
      card: 'time',
      cell: ({ endedAt, dueAt }) => <span className="nowrap">{formatDateTime(endedAt ?? dueAt, zone)}</span>,
    },
    { id: 'about', head: t`About`, card: 'title', cell: ({ about }) => i18n._(wordOf(ABOUT_WORDS, about)) },
    {
      id: 'to',
      head: t({ message: 'To', context: 'recipient' }),
      card: 'detail',
      cell: ({ channel, to }) => (
        <>
          {channel === 'mail' ? <Trans>Email</Trans> : <Trans>SMS</Trans>}{' '}
          <span className="dim">{channel === 'mail' ? to : phoneOf(to)}</span>
        </>
      ),
    },
    { id: 'state', head: t`Status`, card: 'status', cell: (contact) => <StateBadge contact={contact} /> },
  ]
  return (
    <Card flush title={<Trans>Contact log</Trans>}>
      {contacts.length === 0 ? (
        <Empty icon={<MailCheck className="icon-lg" />} title={<Trans>Nothing has been sent yet</Trans>}>
          <Trans>Emails and SMS from the clinic to this patient appear here, with their delivery status.</Trans>
        </Empty>
      ) : (
        <Table label={t`Messages to ${name}`} columns={columns} rows={contacts} keyOf={({ id }) => id} />
      )}
      {more && (
        <p className="card-body">
          <Button small aria-busy={asking || undefined} onClick={showOlder}>
            <Trans>Show older ones</Trans>
          </Button>
        </p>
      )}
      {problem && (
        <p className="card-body err" role="alert">
          {words(problem)}
        </p>
      )}
    </Card>
  )
}

function StateBadge({ contact: { state, madeAt, dueAt } }: { contact: Contact }) {
  const { i18n } = useLingui()
  const tone = knownOr(TONES, state, 'tentative')
  // a reminder that is queued until it is due
  const isPlanned = state === 'queued' && dueAt > madeAt
  return (
    <span className="badge" data-tone={tone}>
      <Bead shape={tone} />
      {i18n._(isPlanned ? PLANNED : wordOf(STATE_WORDS, state))}
    </span>
  )
}

const TONES = { queued: 'waiting', sent: 'completed', dead: 'no-show' } as const

const PLANNED = msg({ message: 'planned', context: 'message' })
const STATE_WORDS: Readonly<Record<Contact['state'], MessageDescriptor>> = {
  queued: msg({ message: 'on its way', context: 'message' }),
  sent: msg({ message: 'sent', context: 'message' }),
  dead: msg({ message: 'not delivered', context: 'message' }),
}

const ABOUT_WORDS: Readonly<Record<Contact['about'], MessageDescriptor>> = {
  visit_booked: msg`Appointment is booked`,
  visit_moved: msg`Appointment is moved`,
  visit_cancelled: msg`Appointment is cancelled`,
  visit_reminder: msg`Reminder of the appointment`,
  payment_awaited: msg`Payment is due`,
  payment_received: msg`Payment has come`,
  payment_refunded: msg`Money is on its way back`,
  payment_to_wallet: msg`Refund is in the wallet`,
  payment_link: msg`Payment link`,
  other: msg`Message of the clinic`,
}
