import { useLingui } from '@lingui/react/macro'
import { QrCode } from '../../ui/qr-code.tsx'

/** The shared address as a QR code. */
export function ShareCode({ url }: { url: string }) {
  const { t } = useLingui()
  return (
    <div className="share-code">
      <QrCode text={url} label={t`QR code of the shared calendar`} />
    </div>
  )
}
