import { useLingui } from '@lingui/react/macro'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { CalendarPlus, Coins, Copy, Eye, HandCoins, Mail, Phone, Repeat, Star, Video } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { whyNotArrive } from '../../../contract/appointment/appointment.rules.ts'
import { todayIn } from '../../../contract/kernel/time.ts'
import { useCommented } from '../comment/queries.ts'
import { DeskPayment } from '../payment/desk-payment.tsx'
import { formatDateTime } from '../../i18n/format.ts'
import { useDevice } from '../../screen/device.ts'
import { useIsOffline } from '../../screen/queries-waiting.ts'
import { useMinute } from '../../ui/minute-clock.ts'
import { showToast } from '../../ui/toast.ts'
import { useArrivedAndPaid } from './arrived-and-paid.ts'
import { CloseSheet } from './close-sheet.tsx'
import { meetingOf } from './meeting.ts'
import type { ShownVisit } from './queries.ts'
import { saveIcs } from './save-ics.ts'
import type { VisitContext } from './visit-context.ts'
import { useChangingActs, type VisitAction } from './visit-acts.tsx'
import { CancelDialog, CompleteDialog } from './visit-dialogs.tsx'
import { wallOfVisit } from './visit-wall.ts'

/**
 * What the signed-in person may do to a visit, as menu items; an act that is not possible now has its reason. Acts that
 * are never possible any more, or not for this person, are left out. Render `dialogs` once on the page. `onMove`
 * replaces opening the visit's own page.
 */
export function useVisitActions({ onMove }: { onMove?: (visit: ShownVisit) => void } = {}): {
  readonly actionsOf: (visit: ShownVisit, context?: VisitContext) => readonly VisitAction[]
  readonly dialogs: ReactNode
} {
  const navigate = useNavigate()
  const { person } = useDevice()
  const [pending, setPending] = useState<{
    readonly act: 'complete' | 'cancel' | 'pay'
    readonly visit: ShownVisit
    /** The id of a payment that was already tried. */
    readonly moneyId?: string
  } | null>(null)
  // redrawn each minute: a reason such as "too early" expires
  useMinute()
  const changing = useChangingActs({
    complete: (visit) => setPending({ act: 'complete', visit }),
    cancel: (visit) => setPending({ act: 'cancel', visit }),
    move: onMove ?? (({ id }) => void navigate({ to: '/appointment/$id', params: { id }, hash: 'move' })),
  })
  const waysIn = useWaysIn()
  const helpful = useHelpfulActs()
  const paying = usePaying((visit, moneyId) => setPending({ act: 'pay', visit, ...(moneyId && { moneyId }) }))
  const close = () => setPending(null)
  return {
    actionsOf: (visit, context = {}) => {
      const changes = changing(visit)
      const ends = changes.filter(({ id }) => id === 'cancel')
      // Acts that end a visit come last, away from those that help it.
      return [
        ...waysIn(visit),
        ...changes.filter((act) => !ends.includes(act)),
        ...paying(visit),
        ...helpful(visit, context),
        ...ends,
      ]
    },
    dialogs:
      pending &&
      (pending.act === 'pay' ? (
        <DeskPayment visit={pending.visit} onClose={close} {...(pending.moneyId && { moneyId: pending.moneyId })} />
      ) : pending.act === 'complete' && pending.visit.doctorId === person.id ? (
        <CloseSheet visit={pending.visit} onClose={close} />
      ) : pending.act === 'complete' ? (
        <CompleteDialog visit={pending.visit} onClose={close} />
      ) : (
        <CancelDialog visit={pending.visit} onClose={close} />
      )),
  }
}

/** Money taken by the staff for a visit that is open or unpaid, as on the visit's own page. */
function usePaying(ask: (visit: ShownVisit, moneyId?: string) => void): (visit: ShownVisit) => readonly VisitAction[] {
  const { t } = useLingui()
  const { person, now } = useDevice()
  const offline = useIsOffline()
  const arrivedAndPaid = useArrivedAndPaid(ask)
  return (visit) => {
    const owes = visit.status !== 'cancelled' && visit.paymentStatus !== 'completed' && visit.price > 0
    if (person.type === 'patient' || !owes) return []
    const why = offline ? t`You need to be online to take payments.` : null
    // for the desk: no one is present on another day, and a doctor takes no cash
    const isHere =
      person.type !== 'doctor' &&
      visit.type === 'face-to-face' &&
      whyNotArrive(visit, person, now()) === null &&
      todayIn(visit.zone, Date.parse(visit.start)) === todayIn(visit.zone, now())
    const both: VisitAction = {
      id: 'arrive-paid',
      label: t`Arrived and paid in cash`,
      icon: <Coins />,
      whyDisabled: why,
      onSelect: () => void arrivedAndPaid(visit),
    }
    return [
      ...(isHere ? [both] : []),
      {
        id: 'pay',
        label: t`Take the payment`,
        icon: <HandCoins />,
        key: 'p',
        whyDisabled: why,
        onSelect: () => ask(visit),
      },
    ]
  }
}

/**
 * Links to the visit's page, and to the entrance of its meeting (rule 31). Only that page may use the camera, so it is
 * loaded as a document of its own (TRUST D7).
 */
function useWaysIn(): (visit: ShownVisit) => readonly VisitAction[] {
  const { t } = useLingui()
  const { person, now } = useDevice()
  const navigate = useNavigate()
  const router = useRouter()
  return (visit) => {
    const { id } = visit
    const open: VisitAction = {
      id: 'open',
      label: t`Open`,
      icon: <Eye />,
      onSelect: () => void navigate({ to: '/appointment/$id', params: { id } }),
    }
    const meeting = meetingOf(visit, person.type, now())
    if (meeting === 'none' || meeting === 'over') return [open]
    const join: VisitAction = {
      id: 'join',
      // before the room opens, the person can test the camera
      label: meeting === 'early' ? t`Prepare for the online appointment` : t`Join the meeting`,
      icon: <Video />,
      whyDisabled: null,
      onSelect: () => location.assign(router.buildLocation({ to: '/appointment/$id/meeting', params: { id } }).href),
    }
    return [open, join]
  }
}

/** Acts that change nothing: book a similar visit, contact the other side, add to the calendar, copy. */
function useHelpfulActs(): (visit: ShownVisit, context: VisitContext) => readonly VisitAction[] {
  const { t } = useLingui()
  const { person, now } = useDevice()
  const navigate = useNavigate()
  const isPatient = person.type === 'patient'
  const commented = useCommented()
  return (visit, context) => {
    const { doctor, place, phone, email } = context
    const { doctorId, patientId, clinicId, type } = visit
    const again = {
      doctor: doctorId,
      type,
      ...(isPatient ? {} : { patient: patientId }),
      ...(clinicId ? { clinic: clinicId } : {}),
    }
    const words = [
      formatDateTime(visit.start, wallOfVisit(visit).zone),
      isPatient ? null : visit.patientName,
      doctor,
      place,
    ]
    const acts: (VisitAction | null)[] = [
      isPatient && visit.status === 'completed' && !visit.noShowAt && commented && !commented.has(visit.id)
        ? {
            id: 'comment',
            label: t`Leave a comment`,
            icon: <Star />,
            onSelect: () => void navigate({ to: '/appointment/$id', params: { id: visit.id }, hash: 'comment' }),
          }
        : null,
      {
        id: 'again',
        label: t`Book again`,
        icon: <Repeat />,
        onSelect: () => void navigate({ to: '/appointment/new', search: again }),
      },
      phone
        ? {
            id: 'call',
            label: isPatient ? t`Call the clinic` : t`Call the patient`,
            icon: <Phone />,
            onSelect: () => location.assign(`tel:${phone.replaceAll(/[^\d+]/g, '')}`),
          }
        : null,
      email
        ? {
            id: 'mail',
            label: t`Write an email`,
            icon: <Mail />,
            onSelect: () => location.assign(`mailto:${encodeURIComponent(email).replace('%40', '@')}`),
          }
        : null,
      {
        id: 'calendar',
        label: t`Add to calendar`,
        icon: <CalendarPlus />,
        onSelect: () => saveIcs(visit, context, isPatient, now()),
      },
      {
        id: 'copy',
        label: t`Copy details`,
        icon: <Copy />,
        onSelect: () =>
          void navigator.clipboard
            .writeText(words.filter(Boolean).join('\n'))
            .then(() => showToast({ title: t`Copied` })),
      },
    ]
    return acts.filter((act) => act !== null)
  }
}
