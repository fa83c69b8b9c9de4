import { Trans, useLingui } from '@lingui/react/macro'
import { PasskeyList } from '../session/passkey-list.tsx'
import { PasswordForm } from '../session/password-form.tsx'
import { SessionList } from '../session/session-list.tsx'
import { TotpSetup } from '../session/totp-setup.tsx'
import { useDevice } from '../../screen/device.ts'
import { useIsOffline } from '../../screen/queries-waiting.ts'
import { Card } from '../../ui/card.tsx'

/** Password, sessions, second factor and passkeys (SCREENS B2, TRUST D2, D3). Online only. */
export function SecurityTab() {
  const { t } = useLingui()
  const { person, zone, seal } = useDevice()
  const whyOffline = useIsOffline() ? t`You need to be online to change this.` : null
  return (
    <div className="stack">
      <Card title={<Trans>Password</Trans>}>
        <PasswordForm isStaff={person.type !== 'patient'} whyOffline={whyOffline} />
      </Card>
      <Card title={<Trans>Where you are signed in</Trans>}>
        <SessionList zone={zone} whyOffline={whyOffline} />
      </Card>
      <Card title={<Trans>Two-step sign-in</Trans>}>
        <TotpSetup whyOffline={whyOffline} />
      </Card>
      <Card title={<Trans>Passkeys</Trans>}>
        <PasskeyList zone={zone} shared={seal !== null} whyOffline={whyOffline} />
      </Card>
    </div>
  )
}
