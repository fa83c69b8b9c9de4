import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { BellOff, Check, CloudAlert } from 'lucide-react'
import { useState } from 'react'
import { eventOf, UNMUTED } from '../../../contract/notification/notification.rules.ts'
import type { Notification } from '../../../contract/notification/notification.ts'
import { notificationWords } from '../../../contract/notification/notification.words.ts'
import { wallOf } from '../../../contract/kernel/time.ts'
import { dayInWords } from '../../i18n/format.ts'
import { useLanguage } from '../../i18n/locale.ts'
import { useProfile } from '../profile/queries.ts'
import { useDevice } from '../../screen/device.ts'
import { OfflineBar } from '../../screen/freshness.tsx'
import { useSaySaved } from '../../screen/say-saved.ts'
import { useIsOffline, useSyncStatus } from '../../screen/queries-waiting.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Note } from '../../ui/note.tsx'
import { RowMenu } from '../../ui/row-menu.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { markRead, readAll, silence } from './commands.ts'
import { EVENT_WORDS } from './event-words.ts'
import { NotificationList } from './notification-list.tsx'
import { useNotifications } from './queries.ts'

/**
 * /notify (SCREENS B20): grouped by day, all or only the unread; mark all as read, or silence a kind. Changes on this
 * device that need a decision are shown on top.
 */
export function NotificationsScreen() {
  const { t, i18n } = useLingui()
  const language = useLanguage()
  const device = useDevice()
  const offline = useIsOffline()
  const say = useSaySaved()
  const profile = useProfile()
  const [shown, setShown] = useState<'all' | 'unread'>('all')
  const all = useNotifications()
  const unread = all?.filter((each) => !each.read)
  const rows = shown === 'all' ? all : unread
  const days = rows && [...Map.groupBy(rows, ({ createdAt }) => wallOf(Date.parse(createdAt), device.zone).date)]

  const actsOf = (row: Notification) => {
    const event = eventOf(row.kind)
    const read = {
      id: 'read',
      label: <Trans>Mark as read</Trans>,
      icon: <Check />,
      whyDisabled: row.read ? t`It is read.` : null,
      onSelect: () => void markRead(device, row.id),
    }
    // a kind from a newer build cannot be silenced here
    if (!event) return <RowMenu name={notificationWords(language, row.kind).title} items={[read]} />
    const label = i18n._(EVENT_WORDS[event].label)
    const muted = profile?.muted ?? []
    const isSilent = muted.includes(`${event}:bell`)
    return (
      <RowMenu
        name={label}
        items={[
          read,
          {
            id: 'silence',
            label: <Trans>Silence “{label}”</Trans>,
            icon: <BellOff />,
            whyDisabled: UNMUTED.includes(row.kind)
              ? t`Notifications that protect data are always sent.`
              : isSilent
                ? t`It is silenced already; your profile has the switch.`
                : null,
            onSelect: () =>
              void say(() => silence(device, [...muted, `${event}:bell`, `${event}:push`]), t`Silenced: ${label}`),
          },
        ]}
      />
    )
  }

  return (
    <div className="stack measure">
      <OfflineBar />
      <div className="row wrap">
        <Segmented
          label={t`Shown`}
          value={shown}
          onChange={setShown}
          options={[
            { value: 'all', label: t`All` },
            { value: 'unread', label: t`Unread` },
          ]}
        />
        <span className="push" />
        <Link to="/profile" search={{ tab: 'notifications' }} className="btn quiet">
          <Trans>My notifications</Trans>
        </Link>
        <Button
          whyDisabled={unread?.length ? null : t`Everything is read.`}
          showWhy={false}
          onClick={() => void readAll(device, unread ?? [])}
        >
          {offline ? <Trans>Read all on this device</Trans> : <Trans>Read all</Trans>}
        </Button>
      </div>
      <NeedsDecision />
      {days?.length ? (
        days.map(([day, ofDay]) => (
          <Card key={day} flush title={dayInWords(day, language)}>
            <NotificationList rows={ofDay} acts={actsOf} />
          </Card>
        ))
      ) : (
        <Card flush>
          <NotificationList rows={rows} />
        </Card>
      )}
    </div>
  )
}

/** Changes of this device that the server has not accepted. They are decided in the sync centre. */
function NeedsDecision() {
  const status = useSyncStatus()
  const count = (status?.conflicts ?? 0) + (status?.failed ?? 0)
  if (!count) return null
  return (
    <Note
      tone="failed"
      icon={<CloudAlert aria-hidden="true" />}
      title={<Trans>Changes that need your decision: {count}</Trans>}
    >
      <Link to="/sync" search={{ tab: 'attention' }}>
        <Trans>Decide about them</Trans>
      </Link>
    </Note>
  )
}
