import { Trans, useLingui } from '@lingui/react/macro'
import { QrCode } from '../../ui/qr-code.tsx'

/** The secret for an authenticator app: as a QR code, and as text to type. */
export function FactorCode({ secret, uri }: { secret: string; uri: string }) {
  const { t } = useLingui()
  return (
    <div className="factor-code">
      <QrCode text={uri} label={t`QR code for the authenticator app`} />
      <div className="stack-2">
        <p>
          <Trans>Scan this with an authenticator app on your phone, or type the key in there:</Trans>
        </p>
        <p className="factor-secret">{secret.match(/.{1,4}/g)?.join(' ')}</p>
      </div>
    </div>
  )
}
