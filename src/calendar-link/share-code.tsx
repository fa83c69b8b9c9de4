import { useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'

/** The shared address as a picture to scan with one's own phone. Drawn here, sent nowhere. */
export function ShareCode({ url }: { url: string }) {
  const { t } = useLingui()
  const [picture, setPicture] = useState<string | null>(null)
  useEffect(() => {
    let gone = false
    void import('qrcode').then(async ({ toDataURL }) => {
      const drawn = await toDataURL(url, { margin: 2, width: 384, errorCorrectionLevel: 'M' })
      if (!gone) setPicture(drawn)
    })
    return () => void (gone = true)
  }, [url])
  return (
    <div className="share-code">
      {picture && <img src={picture} width={192} height={192} alt={t`QR code of the shared calendar`} />}
    </div>
  )
}
