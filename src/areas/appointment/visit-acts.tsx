import { useLingui } from '@lingui/react/macro'
import { CalendarCheck, CalendarClock, CalendarX2, CircleCheck, Undo2, UserCheck, UserX } from 'lucide-react'
import type { ReactNode } from 'react'
import {
  whyNotArrive,
  whyNotCancel,
  whyNotComplete,
  whyNotConfirm,
  whyNotMove,
  whyNotNoShow,
  whyNotReopen,
  whyNotUnarrive,
} from '../../../contract/appointment/appointment.rules.ts'
import type { MessageCode } from '../../../contract/kernel/messages.ts'
import { messages } from '../../i18n/messages.ts'
import { useDevice } from '../../screen/device.ts'
import type { MenuItem } from '../../ui/menu-items.ts'
import { arrive, confirm, markNoShow, reopen, unarrive, unconfirm } from './commands.ts'
import type { ShownVisit } from './queries.ts'
import { useSaySaved } from '../../screen/say-saved.ts'

export type VisitAction = Omit<MenuItem, 'id' | 'label'> & { readonly id: VisitActionId; readonly label: string }
export type VisitActionId =
  | ('confirm' | 'unconfirm' | 'arrive' | 'unarrive' | 'complete' | 'reopen' | 'no-show' | 'move' | 'cancel')
  | ('open' | 'pay' | 'arrive-paid' | 'join' | 'again' | 'call' | 'mail' | 'calendar' | 'copy' | 'comment')

/**
 * The acts that change a waiting visit, each with its reason if it is impossible now. A completed one can be reopened
 * within the hour (decision 0060); a cancelled one cannot. Acts that need a confirmation call `ask`.
 */
export function useChangingActs(ask: {
  readonly complete: (visit: ShownVisit) => void
  readonly cancel: (visit: ShownVisit) => void
  readonly move: (visit: ShownVisit) => void
}): (visit: ShownVisit) => readonly VisitAction[] {
  const { t, i18n } = useLingui()
  const device = useDevice()
  const say = useSaySaved()
  const { person } = device
  const now = device.now()
  const act = (
    id: VisitActionId,
    label: string,
    icon: ReactNode,
    why: MessageCode | null,
    onSelect: () => void,
  ): VisitAction => ({ id, label, icon, key: KEYS[id], whyDisabled: why ? i18n._(messages[why]) : null, onSelect })

  return (visit) => {
    const name = visit.patientName
    if (visit.status === 'completed' && person.type !== 'patient' && !whyNotReopen(visit, person, now))
      return [
        act('reopen', t`Take completing back`, <Undo2 />, null, () => {
          void say(() => reopen(device, visit), t`Open again: ${name}`)
        }),
      ]
    if (visit.status !== 'waiting') return []
    const arrival = visit.arrivedAt
      ? act('unarrive', t`Undo check-in`, <Undo2 />, whyNotUnarrive(visit, person, now), () => {
          void say(() => unarrive(device, visit), t`Check-in undone: ${name}`)
        })
      : act('arrive', t`Check in`, <UserCheck />, whyNotArrive(visit, person, now), () => {
          void say(() => arrive(device, visit), t`Arrived: ${name}`)
        })
    const begins = Date.parse(visit.start)
    const confirmation = visit.confirmedAt
      ? act('unconfirm', t`Remove the confirmation`, <Undo2 />, whyNotConfirm(visit, person, now), () => {
          void say(() => unconfirm(device, visit), t`Confirmation removed`)
        })
      : act('confirm', t`Confirm the appointment`, <CalendarCheck />, whyNotConfirm(visit, person, now), () => {
          void say(() => confirm(device, visit), t`Appointment confirmed`)
        })
    const noShow = act('no-show', t`Mark as no-show`, <UserX />, whyNotNoShow(visit, person, now), () => {
      void say(() => markNoShow(device, visit), t`No-show: ${name}`)
    })
    const staff = [
      arrival,
      act('complete', t`Complete`, <CircleCheck />, whyNotComplete(visit, person, now), () => ask.complete(visit)),
      visit.noShowAt ? { ...noShow, whyDisabled: t`No-show is marked already.` } : noShow,
    ]
    // the dialog asks for the reason of a cancellation
    const why = whyNotCancel(visit, person, now, 'asked', device.settings)
    return [
      ...(person.type === 'patient' ? [] : staff),
      // a patient who is here or late need not confirm any more
      ...(visit.arrivedAt || visit.noShowAt || begins <= now ? [] : [confirmation]),
      act('move', t`Reschedule`, <CalendarClock />, whyNotMove(visit, person, now, device.settings), () =>
        ask.move(visit),
      ),
      {
        ...act('cancel', t`Cancel the appointment`, <CalendarX2 />, why, () => ask.cancel(visit)),
        danger: true,
      },
    ]
  }
}

/** The keys of a list (app/command/keys-dialog.tsx lists them). */
const KEYS: Partial<Readonly<Record<VisitActionId, string>>> = { arrive: 'c', move: 'm' }
