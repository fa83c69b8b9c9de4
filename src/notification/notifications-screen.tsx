import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useDevice } from '../shell/device.tsx'
import { useIsOffline } from '../sync-centre/queries.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Segmented } from '../ui/segmented.tsx'
import { readAll } from './commands.ts'
import { NotificationList } from './notification-list.tsx'
import { useNotifications } from './queries.ts'

/** /notify: all or only the unread, and read all (SCREENS B20). */
export function NotificationsScreen() {
  const { t } = useLingui()
  const device = useDevice()
  const offline = useIsOffline()
  const [shown, setShown] = useState<'all' | 'unread'>('all')
  const all = useNotifications()
  const unread = all?.filter((each) => !each.read)
  return (
    <>
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
        <Button
          whyDisabled={offline ? t`This needs a connection.` : unread?.length ? null : t`Everything is read.`}
          onClick={() => void readAll(device)}
        >
          <Trans>Read all</Trans>
        </Button>
      </div>
      <Card flush className="measure">
        <NotificationList rows={shown === 'all' ? all : unread} />
      </Card>
    </>
  )
}
