import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { Bell as BellIcon } from 'lucide-react'
import { Popover } from 'radix-ui'
import { useState } from 'react'
import { NotificationList } from '../areas/notification/notification-list.tsx'
import { readAll } from '../areas/notification/commands.ts'
import { useNotifications } from '../areas/notification/queries.ts'
import { useBadge } from '../areas/push/use-badge.ts'
import { useBackCloses } from '../ui/back-closes.ts'
import { Boundary } from '../ui/boundary.tsx'
import { Button, IconButton } from '../ui/button.tsx'
import { useDevice } from '../screen/device.ts'
import './bell.css'

/** The bell with the unread count, the five newest, "read all" and "view all" (SPEC §2). */
export function Bell() {
  const { t } = useLingui()
  return (
    <Boundary
      fallback={(again) => (
        <IconButton
          className="bell"
          look="quiet"
          label={t`Notifications could not be shown. Try again`}
          icon={<BellIcon size={24} strokeWidth={1.75} aria-hidden="true" />}
          onClick={again}
        />
      )}
    >
      <BellOf />
    </Boundary>
  )
}

function BellOf() {
  const { t } = useLingui()
  const device = useDevice()
  const [open, setOpen] = useState(false)
  useBackCloses(open, () => setOpen(false))
  const notifications = useNotifications()
  const fresh = notifications?.filter((each) => !each.read) ?? []
  const unread = fresh.length
  useBadge(unread)
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger asChild>
        <IconButton
          className="bell"
          look="quiet"
          label={unread ? t`Notifications, ${unread} unread` : t`Notifications`}
          icon={
            <>
              <BellIcon size={24} strokeWidth={1.75} aria-hidden="true" />
              {unread ? (
                <span className="bell-count" aria-hidden="true">
                  {unread > 99 ? '99+' : unread}
                </span>
              ) : null}
            </>
          }
        />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content className="bell-panel" align="end" sideOffset={6} aria-label={t`Notifications`}>
          <Boundary>
            <NotificationList rows={notifications?.slice(0, 5)} onOpen={() => setOpen(false)} />
          </Boundary>
          <div className="bell-foot">
            <Button
              look="quiet"
              small
              whyDisabled={unread ? null : t`Everything is read.`}
              onClick={() => void readAll(device, fresh)}
            >
              <Trans>Read all</Trans>
            </Button>
            <Link to="/notify" className="btn quiet sm" onClick={() => setOpen(false)}>
              <Trans>View all</Trans>
            </Link>
          </div>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}
