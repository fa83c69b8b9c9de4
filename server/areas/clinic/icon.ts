import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { isColour, lettersOn } from '../../../contract/clinic/clinic.rules.ts'
import type { Deps } from '../../http/handler.ts'
import { logoOf } from './face-files.ts'

/** A host's appearance on a home screen. `logo` names the clinic and its stored logo for the icons. */
export type HostFace = {
  readonly name: string
  readonly brand: string
  readonly logo: { readonly clinic: string; readonly id: string } | null
}

/**
 * `apple`: like `any`, but without rounded corners or transparency. `monochrome`: a stencil that the system fills with
 * its own colour.
 */
export type IconKind = 'any' | 'maskable' | 'monochrome' | 'apple'

/** Eight characters that change with the icons: a new address is what makes a home screen fetch them again. */
export const iconVersion = (face: HostFace): string =>
  createHash('sha256')
    .update(`${face.logo?.id ?? letterOf(face)} ${face.brand}`)
    .digest('hex')
    .slice(0, 8)

/** The address of a host's icon, which changes with it. */
export const iconPath = (face: HostFace, size: number, kind: IconKind): string =>
  `/icon-${size}${kind === 'any' ? '' : `-${kind}`}.png?v=${iconVersion(face)}`

/** A PNG of `size` pixels. */
export async function drawIcon(deps: Pick<Deps, 'pool' | 'files'>, face: HostFace, size: number, kind: IconKind) {
  const key = `${size} ${kind} ${iconVersion(face)}`
  const known = drawn.get(key)
  if (known) return known
  const logo = kind !== 'monochrome' && face.logo && (await logoOf(deps, face.logo.clinic))
  const made = await (logo ? logoIcon(logo, size, kind) : letterIcon(face, size, kind))
  if (drawn.size > 200) drawn.clear()
  drawn.set(key, made)
  return made
}

const drawn = new Map<string, Buffer>()

/** The clinic's logo on white paper; a maskable one keeps clear of the edge that a phone cuts away. */
async function logoIcon(logo: Buffer, size: number, kind: IconKind): Promise<Buffer> {
  const inner = Math.round(size * (kind === 'maskable' ? 0.62 : 0.86))
  const picture = await sharp(logo).resize(inner, inner, { fit: 'contain', background: CLEAR }).png().toBuffer()
  return sharp({ create: { width: size, height: size, channels: 4, background: '#ffffff' } })
    .composite([{ input: picture, gravity: 'centre' }])
    .png(PALETTE)
    .toBuffer()
}

/**
 * The clinic's first letter on its colour. A logo's colours do not work as a stencil, so a monochrome icon is always
 * the letter.
 */
async function letterIcon(face: HostFace, size: number, kind: IconKind): Promise<Buffer> {
  const colour = isColour(face.brand) ? face.brand : PLATFORM.brand
  const ground =
    kind === 'monochrome' ? '' : `<rect width="64" height="64" rx="${kind === 'any' ? 14 : 0}" fill="${colour}"/>`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">${ground}
    <text x="32" y="43" font-size="32" font-weight="700" font-family="DejaVu Sans, sans-serif" text-anchor="middle" fill="${kind === 'monochrome' ? '#ffffff' : lettersOn(colour)}">${letterOf(face)}</text></svg>`
  return sharp(Buffer.from(svg)).resize(size, size).png(PALETTE).toBuffer()
}

/**
 * A sign-in page loads six icons: with 256 colours they have a third of the bytes, and no difference is visible at this
 * size.
 */
const PALETTE = { palette: true, quality: 95, effort: 7 }

/** The platform's own host. */
export const PLATFORM: HostFace = { name: 'Bedside', brand: '#00677d', logo: null }

/** The first letter or digit of the name: other characters mean something in the drawing, and some end it. */
const letterOf = ({ name }: HostFace) => /[\p{L}\p{N}]/u.exec(name)?.[0].toLocaleUpperCase('tr') ?? 'B'
const CLEAR = { r: 255, g: 255, b: 255, alpha: 0 }
