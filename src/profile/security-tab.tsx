import { Trans, useLingui } from '@lingui/react/macro'
import { PasswordForm } from '../session/password-form.tsx'
import { SessionList } from '../session/session-list.tsx'
import { TotpSetup } from '../session/totp-setup.tsx'
import { useDevice } from '../shell/device.tsx'
import { useIsOffline } from '../sync-centre/queries.ts'
import { Card } from '../ui/card.tsx'

/** The password, where one is signed in, and the second factor of staff (SCREENS B2, TRUST D2, D3). Online only. */
export function SecurityTab() {
  const { t } = useLingui()
  const { person, zone } = useDevice()
  const whyOffline = useIsOffline() ? t`This is changed on the server; it needs a connection.` : null
  return (
    <div className="stack">
      <Card title={<Trans>Password</Trans>}>
        <PasswordForm whyOffline={whyOffline} />
      </Card>
      <Card title={<Trans>Where you are signed in</Trans>}>
        <SessionList zone={zone} whyOffline={whyOffline} />
      </Card>
      {person.type === 'patient' ? null : (
        <Card title={<Trans>Second factor</Trans>}>
          <TotpSetup whyOffline={whyOffline} />
        </Card>
      )}
    </div>
  )
}
