import { linear } from '../../../contract/clinic/clinic.rules.ts'

/**
 * Hue 0–360 and chroma 0–0.2 of `#rrggbb`, as the app reads them from the browser (`src/ui/brand.ts`); null if it is
 * not a colour.
 */
export function brandOf(colour: string): { readonly hue: number; readonly chroma: number } | null {
  const [, ...parts] = /^#([\da-f]{2})([\da-f]{2})([\da-f]{2})$/i.exec(colour) ?? []
  if (parts.length < 3) return null
  const [r, g, b] = parts.map((part) => linear(Number.parseInt(part, 16) / 255)) as [number, number, number] // three
  // Björn Ottosson, https://bottosson.github.io/posts/oklab/
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  const [x, y] = [
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ]
  const chroma = Math.min(Math.hypot(x, y), 0.2)
  const hue = ((Math.atan2(y, x) * 180) / Math.PI + 360) % 360
  return { hue: Math.round(hue), chroma: chroma < 0.01 ? 0 : Number(chroma.toFixed(3)) }
}
