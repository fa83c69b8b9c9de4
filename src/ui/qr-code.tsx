import { useEffect, useState } from 'react'

/**
 * A text as a QR code. It is drawn on this device and sent nowhere, since most such texts are secrets. `size` is in CSS
 * pixels.
 */
export function QrCode({ text, label, size = 192 }: { text: string; label: string; size?: number }) {
  const [modules, setModules] = useState<readonly (readonly boolean[])[] | null>(null)
  useEffect(() => {
    let gone = false
    void import('qr').then(({ encodeQR }) => {
      const drawn = encodeQR(text, 'raw', { ecc: 'medium', border: QUIET })
      if (!gone) setModules(drawn)
    })
    return () => void (gone = true)
  }, [text])
  if (!modules) return <span className="sk" aria-hidden="true" style={{ width: size, height: size }} />
  const side = modules.length
  return (
    // black on white in every theme, since readers look for dark squares
    <svg role="img" aria-label={label} width={size} height={size} viewBox={`0 0 ${side} ${side}`}>
      <rect width={side} height={side} fill="#fff" />
      <path d={pathOf(modules)} fill="#000" shapeRendering="crispEdges" />
    </svg>
  )
}

/** The light margin that readers need, in modules (ISO/IEC 18004). */
const QUIET = 4

/** One bar for every run of dark modules in a row. */
const pathOf = (modules: readonly (readonly boolean[])[]) =>
  modules
    .flatMap((row, y) =>
      row.flatMap((dark, x) => {
        if (!dark || row[x - 1]) return []
        const end = row.indexOf(false, x)
        return `M${x} ${y}h${end - x}v1H${x}z`
      }),
    )
    .join('')
