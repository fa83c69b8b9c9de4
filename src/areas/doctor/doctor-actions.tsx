import { Trans, useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import {
  CalendarCheck,
  CalendarClock,
  CircleQuestionMark,
  DoorOpen,
  KeyRound,
  MessageSquareText,
  Pencil,
  ReceiptText,
  Trash2,
  UserCheck,
  UserX,
} from 'lucide-react'
import { useRef, useState, type ReactNode } from 'react'
import { whyNotDeleteDoctor } from '../../../contract/doctor/doctor.rules.ts'
import type { Outcome } from '../../api/call.ts'
import { messages } from '../../i18n/messages.ts'
import { useDevice } from '../../screen/device.ts'
import { useIsOffline } from '../../screen/queries-waiting.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import type { MenuItem } from '../../ui/menu-items.ts'
import { Note } from '../../ui/note.tsx'
import { showToast } from '../../ui/toast.ts'
import { RecoverDialog, useRecovers } from '../user/recover-dialog.tsx'
import { deleteDoctor, leaveDoctor, recoverDoctor, sendDoctorLink, setDoctorActive } from './commands.ts'
import { fullName } from './doctor-words.ts'
import type { ShownDoctor } from './queries.ts'

type Act = 'passive' | 'active' | 'leave' | 'delete' | 'link'

/**
 * Acts on a doctor in the list (SCREENS B6), each with its reason if it is impossible, and a confirmation if it cannot
 * be undone.
 */
export function useDoctorActions() {
  const { t, i18n } = useLingui()
  const device = useDevice()
  const navigate = useNavigate()
  const offline = useIsOffline()
  const [pending, setPending] = useState<{ act: Act; doctor: ShownDoctor } | null>(null)
  const [refused, setRefused] = useState<string | null>(null)
  // after a refusal the question stays open, with the reason
  const stays = useRef(false)
  const recovers = useRecovers()
  const [recovering, setRecovering] = useState<ShownDoctor | null>(null)
  const isClinic = device.person.type === 'clinic'
  const needsNetwork = offline ? i18n._(messages.offline) : null

  function itemsOf(doctor: ShownDoctor): MenuItem[] {
    const ask = (act: Act) => () => {
      setRefused(null)
      setPending({ act, doctor })
    }
    const whyNotDelete = whyNotDeleteDoctor(doctor, 0)
    return [
      {
        id: 'edit',
        label: <Trans>Edit</Trans>,
        icon: <Pencil />,
        onSelect: () => void navigate({ to: '/doctor/$id', params: { id: doctor.id } }),
      },
      {
        id: 'hours',
        label: <Trans>Availability</Trans>,
        icon: <CalendarClock />,
        onSelect: () => void navigate({ to: '/availability', search: { doctor: doctor.id } }),
      },
      {
        id: 'visits',
        label: <Trans>Appointments</Trans>,
        icon: <CalendarCheck />,
        onSelect: () =>
          void navigate({ to: '/appointment', search: { view: 'list', preset: 'all', doctor: doctor.id } }),
      },
      {
        id: 'payments',
        label: <Trans>Payments</Trans>,
        icon: <ReceiptText />,
        onSelect: () => void navigate({ to: '/payment', search: { preset: 'all', doctor: doctor.id } }),
      },
      {
        id: 'comments',
        label: <Trans>Comments</Trans>,
        icon: <MessageSquareText />,
        onSelect: () => void navigate({ to: '/doctor/$id/comment', params: { id: doctor.id }, search: {} }),
      },
      {
        id: 'questions',
        label: <Trans>Questions</Trans>,
        icon: <CircleQuestionMark />,
        onSelect: () => void navigate({ to: '/doctor/$id/question', params: { id: doctor.id }, search: {} }),
      },
      ...(recovers
        ? [
            {
              id: 'recover',
              label: <Trans>Recover access</Trans>,
              icon: <KeyRound />,
              whyDisabled: needsNetwork,
              onSelect: () => setRecovering(doctor),
            },
          ]
        : []),
      // a doctor who works only in this private clinic gets no link by mail
      ...(recovers && doctor.clinicIds.length < 2
        ? []
        : [
            {
              id: 'link',
              label: doctor.signsIn ? <Trans>Send a reset link</Trans> : <Trans>Send a link to sign in</Trans>,
              icon: <KeyRound />,
              whyDisabled: needsNetwork,
              onSelect: ask('link'),
            },
          ]),
      doctor.active
        ? {
            id: 'passive',
            label: <Trans>Make inactive</Trans>,
            icon: <UserX />,
            whyDisabled: needsNetwork,
            onSelect: ask('passive'),
          }
        : {
            id: 'active',
            label: <Trans>Make active</Trans>,
            icon: <UserCheck />,
            whyDisabled: needsNetwork,
            onSelect: ask('active'),
          },
      ...(isClinic && doctor.clinicIds.includes(device.person.clinicId ?? '')
        ? [
            {
              id: 'leave',
              label: <Trans>Remove from this clinic</Trans>,
              icon: <DoorOpen />,
              whyDisabled: needsNetwork,
              onSelect: ask('leave'),
            },
          ]
        : []),
      {
        id: 'delete',
        label: <Trans>Delete</Trans>,
        icon: <Trash2 />,
        danger: true,
        whyDisabled: whyNotDelete ? i18n._(messages[whyNotDelete]) : needsNetwork,
        onSelect: ask('delete'),
      },
    ]
  }

  async function run(act: Act, doctor: ShownDoctor) {
    const acts: Record<Act, () => Promise<Outcome<unknown>>> = {
      passive: () => setDoctorActive(device, doctor.id, false),
      active: () => setDoctorActive(device, doctor.id, true),
      leave: () => leaveDoctor(device, doctor.id),
      delete: () => deleteDoctor(device, doctor.id),
      link: () => sendDoctorLink(device, doctor.id),
    }
    const outcome = await acts[act]()
    if (outcome.kind === 'done') {
      const name = fullName(doctor)
      const confirmations: Record<Act, string> = {
        passive: t`${name} is inactive`,
        active: t`${name} is active`,
        leave: t`${name} is no longer in this clinic`,
        delete: t`${name} is deleted`,
        link: t`A link is on its way to ${name}`,
      }
      return showToast({ kind: 'saved', title: confirmations[act] })
    }
    const code = outcome.kind === 'refused' ? outcome.code : outcome.kind === 'unreachable' ? 'offline' : 'server_error'
    setRefused(i18n._(messages[code]))
    stays.current = true
  }

  const dialogs = recovering ? (
    <RecoverDialog
      name={fullName(recovering)}
      recover={(password) => recoverDoctor(recovering.id, password)}
      onClose={() => setRecovering(null)}
    />
  ) : (
    pending && (
      <ActDialog
        {...pending}
        isClinic={isClinic}
        refused={refused}
        onClose={() => {
          if (!stays.current) setPending(null)
          stays.current = false
        }}
        onConfirm={() => run(pending.act, pending.doctor)}
      />
    )
  )
  return { itemsOf, dialogs }
}

function ActDialog({
  act,
  doctor,
  isClinic,
  refused,
  onConfirm,
  onClose,
}: {
  act: Act
  doctor: ShownDoctor
  isClinic: boolean
  refused: string | null
  onConfirm: () => Promise<void>
  onClose: () => void
}) {
  const name = fullName(doctor)
  const words: Record<Act, { title: ReactNode; act: ReactNode; text: ReactNode }> = {
    passive: {
      title: <Trans>Make {name} inactive?</Trans>,
      act: <Trans>Make inactive</Trans>,
      text: isClinic ? (
        <Trans>
          In this clinic they take no new bookings and are not shown to patients. Appointments already booked stay, and
          so does what is paid. Their work elsewhere is not affected. The doctor is told.
        </Trans>
      ) : (
        <Trans>
          They take no new bookings, are not shown to patients and are signed out. Appointments already booked stay, and
          so does what is paid. The doctor is told.
        </Trans>
      ),
    },
    active: {
      title: <Trans>Make {name} active?</Trans>,
      act: <Trans>Make active</Trans>,
      text: <Trans>They are shown to patients and can be booked again. The doctor is told.</Trans>,
    },
    leave: {
      title: <Trans>Remove {name} from this clinic?</Trans>,
      act: <Trans>Remove</Trans>,
      text: <Trans>Their hours here end. Past appointments and payments stay. The doctor is told.</Trans>,
    },
    delete: {
      title: <Trans>Delete {name}?</Trans>,
      act: <Trans>Delete</Trans>,
      text: (
        <Trans>
          The account ends and its phone and email are free again. Past appointments and payments keep the name. This
          cannot be undone.
        </Trans>
      ),
    },
    link: {
      title: doctor.signsIn ? <Trans>Send {name} a reset link?</Trans> : <Trans>Send {name} a link to sign in?</Trans>,
      act: <Trans>Send the link</Trans>,
      text: <Trans>It is sent to the doctor’s own email, or by SMS if there is none, and works once.</Trans>,
    },
  }
  return (
    <ConfirmDialog
      open
      danger={act === 'delete' || act === 'passive' || act === 'leave'}
      onOpenChange={(open) => !open && onClose()}
      title={words[act].title}
      keep={<Trans>Cancel</Trans>}
      act={words[act].act}
      onConfirm={onConfirm}
    >
      {words[act].text}
      {refused && (
        <Note tone="failed" alert>
          {refused}
        </Note>
      )}
    </ConfirmDialog>
  )
}
