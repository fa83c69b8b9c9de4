import { plural } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { Language } from '../../../contract/kernel/constants.ts'
import { numberFormat } from '../../i18n/formats.ts'
import { useLanguage } from '../../i18n/locale.ts'
import { useDevice } from '../../screen/device.ts'
import { signOut } from '../../areas/session/commands-sign-out.ts'
import { KeptMonths } from '../../areas/appointment/keep-months.tsx'
import { InstallHelp } from '../../screen/install-help.tsx'
import { loginPath } from '../../screen/login-path.ts'
import { useSyncStatus } from '../../screen/queries-waiting.ts'
import { Unreadable } from '../../screen/unreadable.tsx'
import { Button } from '../../ui/button.tsx'
import { Card, KeyValues } from '../../ui/card.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { OpensOffline } from './opens-offline.tsx'
import { useRefreshes, useStorage } from '../../areas/profile/queries.ts'
import { SharedCard } from '../../areas/profile/shared-card.tsx'

/**
 * What this device holds of the person, how fresh it is and what waits; installing the app; and removing it all
 * (SCREENS B2).
 */
export function DeviceTab() {
  const { t } = useLingui()
  const { zone } = useDevice()
  const language = useLanguage()
  const status = useSyncStatus()
  const storage = useStorage()
  const refreshes = useRefreshes()
  const unsent = (status?.waiting ?? 0) + (status?.conflicts ?? 0) + (status?.failed ?? 0)
  const time = (at: number | null | undefined) => (at ? <RelativeTime at={at} zone={zone} /> : t`not yet`)
  return (
    <div className="stack">
      <Card title={<Trans>This device</Trans>}>
        <KeyValues
          items={[
            { key: <Trans>Last sent</Trans>, value: time(status?.sentAt) },
            { key: <Trans>Last fetched</Trans>, value: time(status?.pulledAt) },
            {
              key: <Trans>Background sync</Trans>,
              value: refreshes ? t`from time to time, decided by your browser` : t`no, when the app is open`,
            },
            {
              key: <Trans>Waiting to be sent</Trans>,
              value: unsent ? (
                <Link to="/sync" search={{ tab: status?.conflicts || status?.failed ? 'attention' : 'waiting' }}>
                  {unsent}
                </Link>
              ) : (
                t`nothing`
              ),
            },
            ...(status?.unreadable ? [{ key: <Trans>Not shown</Trans>, value: <Unreadable status={status} /> }] : []),
            { key: <Trans>Opens offline</Trans>, value: <OpensOffline /> },
            { key: <Trans>Storage used</Trans>, value: storage ? megabytes(storage.used, language) : t`not known` },
            {
              key: <Trans>Kept by the browser</Trans>,
              value: storage?.kept ? t`yes, until you remove it` : t`as long as there is room`,
            },
          ]}
        />
      </Card>
      <KeptMonths />
      <SharedCard />
      <Card title={<Trans>On the home screen</Trans>}>
        <InstallHelp />
      </Card>
      <Wipe unsent={unsent} />
    </div>
  )
}

function Wipe({ unsent }: { unsent: number }) {
  const { t } = useLingui()
  const device = useDevice()
  const navigate = useNavigate()
  const [asking, setAsking] = useState(false)
  const wipe = async () => {
    await signOut(device, { discard: true })
    await navigate({ to: loginPath(), search: {} })
  }
  return (
    <Card title={<Trans>Remove my data from this device</Trans>}>
      <div className="stack-2">
        <p className="sm dim">
          <Trans>
            You are signed out here and all your data is removed from this device. Nothing changes on the server.
          </Trans>
        </p>
        <div>
          <Button look="danger" onClick={() => setAsking(true)}>
            <Trans>Remove my data from this device</Trans>
          </Button>
        </div>
      </div>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={<Trans>Remove your data from this device?</Trans>}
        keep={<Trans>Keep it</Trans>}
        act={
          unsent
            ? plural(unsent, { one: 'Remove, lose # unsent change', other: 'Remove, lose # unsent changes' })
            : t`Remove my data from this device`
        }
        danger
        onConfirm={wipe}
      >
        {unsent ? (
          <p className="danger-text">
            <Plural
              value={unsent}
              one="# of your changes has not been sent. It is only here and will be lost. To keep it, go online, wait until it is sent, then remove your data."
              other="# of your changes have not been sent. They are only here and will be lost. To keep them, go online, wait until they are sent, then remove your data."
            />
          </p>
        ) : null}
        <p>
          <Trans>All your data is removed from this device, and you are signed out. What is on the server stays.</Trans>
        </p>
      </ConfirmDialog>
    </Card>
  )
}

const megabytes = (bytes: number, language: Language) =>
  numberFormat(language, { style: 'unit', unit: 'megabyte', maximumFractionDigits: 1 }).format(bytes / 1024 ** 2)
