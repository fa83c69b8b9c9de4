import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'

/** The secret for an authenticator app: as a picture to scan, and to type where nothing can be scanned. Drawn here, sent nowhere. */
export function FactorCode({ secret, uri }: { secret: string; uri: string }) {
  const { t } = useLingui()
  const [picture, setPicture] = useState<string | null>(null)
  useEffect(() => {
    let gone = false
    void import('qrcode').then(async ({ toDataURL }) => {
      const drawn = await toDataURL(uri, { margin: 2, width: 384, errorCorrectionLevel: 'M' })
      if (!gone) setPicture(drawn)
    })
    return () => void (gone = true)
  }, [uri])
  return (
    <div className="factor-code">
      {picture ? <img src={picture} width={192} height={192} alt={t`QR code for the authenticator app`} /> : <span />}
      <div className="stack-2">
        <p>
          <Trans>Scan this with an authenticator app on your phone, or type the key in there:</Trans>
        </p>
        <p className="factor-secret">{secret.match(/.{1,4}/g)?.join(' ')}</p>
      </div>
    </div>
  )
}
