import './notification-list.css'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import {
  BadgeCheck,
  Bell,
  CalendarCheck,
  CalendarClock,
  CalendarX,
  CircleQuestionMark,
  Clock,
  FileText,
  Flag,
  Hospital,
  Image,
  MessageSquareReply,
  Pill,
  RotateCcw,
  ShieldAlert,
  ShieldCheck,
  ShieldQuestionMark,
  ShieldX,
  Tag,
  UserCheck,
  UserX,
  Video,
  Wallet,
  Webhook,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { NOTIFICATION_CHARACTERS } from '../../../contract/kernel/constants.ts'
import { fillText, wayOf } from '../../../contract/notification/notification.rules.ts'
import type { Notification } from '../../../contract/notification/notification.ts'
import { notificationWords } from '../../../contract/notification/notification.words.ts'
import { useLanguage } from '../../i18n/locale.ts'
import { useDevice } from '../../screen/device.ts'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { ListSkeleton } from '../../ui/states.tsx'
import { markRead } from './commands.ts'

/**
 * Notifications, newest first: what happened, how long ago, and a link to it; opening one marks it as read. Texts are
 * cut at 100 characters (SPEC §9). `acts` are further acts on each.
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
  const { t } = useLingui()
  const language = useLanguage()
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
        const { title, text } = notificationWords(language, row.kind)
        const Icon = (ICONS as Partial<typeof ICONS>)[row.kind] ?? Bell // of a kind from a newer build
        const way = wayOf(row.kind)
        return (
          <li key={row.id} className={row.read ? 'notice' : 'notice is-unread'}>
            <Icon aria-hidden="true" size={20} strokeWidth={1.75} />
            <span className="grow">
              {row.appointmentId ? (
                <Link to="/appointment/$id" params={{ id: row.appointmentId }} onClick={() => open(row)}>
                  {title}
                </Link>
              ) : way ? (
                <Link to={way} onClick={() => open(row)}>
                  {title}
                </Link>
              ) : (
                <b>{title}</b>
              )}
              <span className="notice-text">{cut(fillText(text, row.args))}</span>
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

const ICONS: Readonly<Record<Notification['kind'], typeof CalendarCheck>> = {
  appointment_booked: CalendarCheck,
  appointment_cancelled: CalendarX,
  appointment_lapsed: CalendarX,
  patient_waiting: Video,
  doctor_waiting: Video,
  visits_to_close: CalendarClock,
  patient_linked: UserCheck,
  calendar_broken: CalendarX,
  calendar_dropped: CalendarX,
  doctor_joined: Hospital,
  doctor_left: Hospital,
  doctor_passive: Hospital,
  doctor_active: Hospital,
  doctor_invited: Hospital,
  doctor_proposed: Hospital,
  doctor_edited: UserCheck,
  membership_ended: UserX,
  doctor_terms: Hospital,
  invitation_accepted: UserCheck,
  invitation_declined: UserX,
  payment_received: BadgeCheck,
  payment_awaited: Clock,
  payment_to_wallet: Wallet,
  payment_late: Wallet,
  payment_refunded: RotateCcw,
  price_corrected: Tag,
  refund_asked: RotateCcw,
  proof_added: Image,
  approval_asked: ShieldQuestionMark,
  approval_approved: ShieldCheck,
  approval_declined: ShieldX,
  approval_lapsed: ShieldX,
  balance_changed: Wallet,
  recipe_added: Pill,
  erasure_asked: UserX,
  registration_waiting: Clock,
  platform_messages_changed: ShieldAlert,
  platform_letter_changed: ShieldAlert,
  clinic_changed_by_platform: ShieldAlert,
  audit_broken: ShieldAlert,
  webhook_off: Webhook,
  comment_reported: Flag,
  question_asked: CircleQuestionMark,
  question_answered: MessageSquareReply,
  report_added: FileText,
  appointment_moved: CalendarClock,
}

const cut = (text: string) => {
  const signs = [...text]
  return signs.length > NOTIFICATION_CHARACTERS ? `${signs.slice(0, NOTIFICATION_CHARACTERS).join('')}…` : text
}
