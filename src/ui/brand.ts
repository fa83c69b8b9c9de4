/** Hue 0–360 and chroma 0–0.2 of a clinic's colour; lightness is the tokens' (LOOKS "Brand"). */
export type Brand = { readonly hue: number; readonly chroma: number }

/** The key that public/boot.js reads before the first paint: "hue chroma". */
const KEY = 'ui-brand'
/** The colour from which these were read. */
const COLOUR = 'ui-brand-colour'

/** Applies a clinic's colour (any CSS colour) and stores it for the next start. An invalid colour changes nothing. */
export function chooseBrand(colour: string): void {
  const root = document.documentElement.style
  // this page already uses it, not only another tab: reading it again would restyle every start
  const worn = `${root.getPropertyValue('--brand-h')} ${root.getPropertyValue('--brand-c')}`
  if (localStorage.getItem(COLOUR) === colour && localStorage.getItem(KEY) === worn) return
  const brand = brandOf(colour)
  if (!brand) return
  root.setProperty('--brand-h', String(brand.hue))
  root.setProperty('--brand-c', String(brand.chroma))
  localStorage.setItem(KEY, `${brand.hue} ${brand.chroma}`)
  localStorage.setItem(COLOUR, colour)
}

/** The hue and chroma of a CSS colour, as the browser parses it; null if it is not a colour. */
export function brandOf(colour: string): Brand | null {
  if (!CSS.supports('color', colour)) return null
  const probe = document.createElement('i')
  probe.style.color = `oklch(from ${colour} l c h)`
  document.body.append(probe)
  const [, chroma, hue] = /oklch\(\S+ (\S+) ([^\s)]+)/.exec(getComputedStyle(probe).color) ?? []
  probe.remove()
  // A grey has no hue: the browser reports none or a rounding error.
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
