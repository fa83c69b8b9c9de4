import './notification-list.css'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import {
  BadgeCheck,
  CalendarCheck,
  CalendarClock,
  CalendarX,
  Clock,
  FileText,
  Flag,
  Hospital,
  Image,
  Pill,
  RotateCcw,
  Tag,
  UserCheck,
  UserX,
  Video,
  Wallet,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { NOTIFICATION_CHARACTERS } from '../../contract/constants.ts'
import { fillText, WAY_OF } from '../../contract/notification.rules.ts'
import type { Notification } from '../../contract/notification.ts'
import { useDevice } from '../shell/device.tsx'
import { RelativeTime } from '../ui/relative-time.tsx'
import { ListSkeleton } from '../ui/states.tsx'
import { markRead } from './commands.ts'

/**
 * Notifications, newest first: what happened, how long ago, and the way to it; opening one marks it as read. Texts are cut at 100
 * characters (SPEC §9). `acts`: what else can be done with each.
 */
export function NotificationList({
  rows,
  onOpen,
  acts,
}: {
  rows: readonly Notification[] | undefined
  onOpen?: () => void
  acts?: (row: Notification) => ReactNode
}) {
  const { i18n, t } = useLingui()
  const device = useDevice()
  if (!rows) return <ListSkeleton rows={3} />
  if (!rows.length)
    return (
      <p className="notice-none dim">
        <Trans>You are up to date.</Trans>
      </p>
    )
  const open = (row: Notification) => {
    if (!row.read) void markRead(device, row.id)
    onOpen?.()
  }
  return (
    <ul className="notices">
      {rows.map((row) => {
        const { icon: Icon, title, text } = KINDS[row.kind]
        const way = row.kind in WAY_OF ? WAY_OF[row.kind as keyof typeof WAY_OF] : null
        return (
          <li key={row.id} className={row.read ? 'notice' : 'notice is-unread'}>
            <Icon aria-hidden="true" size={20} strokeWidth={1.75} />
            <span className="grow">
              {row.appointmentId ? (
                <Link to="/appointment/$id" params={{ id: row.appointmentId }} onClick={() => open(row)}>
                  {i18n._(title)}
                </Link>
              ) : way ? (
                <Link to={way} onClick={() => open(row)}>
                  {i18n._(title)}
                </Link>
              ) : (
                <b>{i18n._(title)}</b>
              )}
              <span className="notice-text">{cut(fillText(i18n._(text), row.args))}</span>
              <span className="xs dim">
                <RelativeTime at={row.createdAt} zone={device.zone} />
              </span>
            </span>
            {row.read ? null : <span className="notice-dot" role="img" aria-label={t`Unread`} />}
            {acts?.(row)}
          </li>
        )
      })}
    </ul>
  )
}

const KINDS: Readonly<
  Record<Notification['kind'], { icon: typeof CalendarCheck; title: MessageDescriptor; text: MessageDescriptor }>
> = {
  appointment_booked: { icon: CalendarCheck, title: msg`New appointment`, text: msg`%s, %s` },
  appointment_cancelled: { icon: CalendarX, title: msg`Appointment cancelled`, text: msg`%s, %s` },
  patient_waiting: { icon: Video, title: msg`Your patient waits in the online visit`, text: msg`%s, %s` },
  doctor_waiting: { icon: Video, title: msg`You are awaited in the online visit`, text: msg`%s, %s` },
  visits_to_close: { icon: CalendarClock, title: msg`Appointments to close`, text: msg`Past and still open: %s` },
  patient_linked: { icon: UserCheck, title: msg`Your card is known to another practice`, text: msg`%s` },
  calendar_broken: {
    icon: CalendarX,
    title: msg`A connected calendar can no longer be read`,
    text: msg`%s: open My calendar and connect it again, or patients may book your private time.`,
  },
  calendar_dropped: {
    icon: CalendarX,
    title: msg`A calendar no longer blocks your time`,
    text: msg`%s has not been read for a day. Connect it again, or patients may book your private time.`,
  },
  doctor_joined: { icon: Hospital, title: msg`You work in a further clinic`, text: msg`%s` },
  doctor_left: { icon: Hospital, title: msg`You no longer work in a clinic`, text: msg`%s` },
  doctor_passive: { icon: Hospital, title: msg`You have been set passive`, text: msg`%s` },
  doctor_active: { icon: Hospital, title: msg`You have been set active`, text: msg`%s` },
  payment_received: { icon: BadgeCheck, title: msg`Your payment has been received`, text: msg`%s: %s` },
  payment_awaited: { icon: Clock, title: msg`A payment is still open`, text: msg`%s: %s` },
  payment_to_wallet: { icon: Wallet, title: msg`Money is back in your wallet`, text: msg`%s: %s` },
  payment_refunded: { icon: RotateCcw, title: msg`Your money has been sent back`, text: msg`%s: %s` },
  price_corrected: { icon: Tag, title: msg`The price of your appointment was corrected`, text: msg`%s: now %s` },
  refund_asked: { icon: RotateCcw, title: msg`A patient asks for their money back`, text: msg`%s: %s` },
  proof_added: { icon: Image, title: msg`A patient has added the slip of a transfer`, text: msg`%s: %s` },
  recipe_added: { icon: Pill, title: msg`New medication advice`, text: msg`%s` },
  erasure_asked: { icon: UserX, title: msg`A patient asks to be forgotten`, text: msg`%s` },
  comment_reported: { icon: Flag, title: msg`A doctor asks you to look at a comment`, text: msg`%s` },
  report_added: { icon: FileText, title: msg`New report`, text: msg`%s` },
  appointment_moved: { icon: CalendarClock, title: msg`Appointment moved`, text: msg`%s, now %s` },
}

const cut = (text: string) => {
  const signs = [...text]
  return signs.length > NOTIFICATION_CHARACTERS ? `${signs.slice(0, NOTIFICATION_CHARACTERS).join('')}…` : text
}
