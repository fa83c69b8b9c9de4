/** Hue 0–360 and chroma 0–0.2 of a clinic's colour; lightness is the tokens' (LOOKS "Brand"). */
export type Brand = { readonly hue: number; readonly chroma: number }

/** The key public/boot.js reads before the first paint: "hue chroma". */
const KEY = 'ui-brand'
/** The colour that was read as that. */
const COLOUR = 'ui-brand-colour'

/** Paints the app in a clinic's colour (any CSS colour) and keeps it for the next start. An unreadable one changes nothing. */
export function chooseBrand(colour: string): void {
  const root = document.documentElement.style
  // this page, not only another tab, wears it already: no start is styled twice to read it again
  const worn = `${root.getPropertyValue('--brand-h')} ${root.getPropertyValue('--brand-c')}`
  if (localStorage.getItem(COLOUR) === colour && localStorage.getItem(KEY) === worn) return
  const brand = brandOf(colour)
  if (!brand) return
  root.setProperty('--brand-h', String(brand.hue))
  root.setProperty('--brand-c', String(brand.chroma))
  localStorage.setItem(KEY, `${brand.hue} ${brand.chroma}`)
  localStorage.setItem(COLOUR, colour)
}

/** Hue and chroma of a CSS colour, read by the browser itself; null if it is no colour. */
export function brandOf(colour: string): Brand | null {
  if (!CSS.supports('color', colour)) return null
  const probe = document.createElement('i')
  probe.style.color = `oklch(from ${colour} l c h)`
  document.body.append(probe)
  const [, chroma, hue] = /oklch\(\S+ (\S+) ([^\s)]+)/.exec(getComputedStyle(probe).color) ?? []
  probe.remove()
  // A grey has no hue: the browser says none or keeps a remainder of rounding.
  const strength = Math.min(Number(chroma) || 0, 0.2)
  return { hue: Math.round(Number(hue) || 0), chroma: strength < 0.01 ? 0 : Number(strength.toFixed(3)) }
}

/** A CSS colour as the browser paints it, `#rrggbb`; null if it cannot be painted. */
export function paintedHex(colour: string): string | null {
  const context = Object.assign(document.createElement('canvas'), { width: 1, height: 1 }).getContext('2d')
  if (!context) return null
  context.fillStyle = colour
  context.fillRect(0, 0, 1, 1)
  const [r = 0, g = 0, b = 0] = context.getImageData(0, 0, 1, 1).data
  return `#${[r, g, b].map((part) => part.toString(16).padStart(2, '0')).join('')}`
}
