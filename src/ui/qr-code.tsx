import { useEffect, useState } from 'react'

/** A text as a picture to scan. Drawn on this device and sent nowhere, since most such texts are secrets. `size` in CSS pixels. */
export function QrCode({ text, label, size = 192 }: { text: string; label: string; size?: number }) {
  const [picture, setPicture] = useState<string | null>(null)
  useEffect(() => {
    let gone = false
    void import('qrcode').then(async ({ toDataURL }) => {
      const drawn = await toDataURL(text, { margin: 2, width: size * 2, errorCorrectionLevel: 'M' })
      if (!gone) setPicture(drawn)
    })
    return () => void (gone = true)
  }, [text, size])
  return picture ? (
    <img src={picture} width={size} height={size} alt={label} />
  ) : (
    <span className="sk" aria-hidden="true" style={{ width: size, height: size }} />
  )
}
