import type { FastifyInstance } from 'fastify'
import sharp from 'sharp'
import { isColour, lettersOn } from '../../contract/clinic.rules.ts'
import type { Deps } from '../http/handler.ts'
import { logoOf } from './face-files.ts'
import { meaningOfHost } from './host.ts'

/** How a host shows itself on a home screen. `logo`: the clinic whose stored logo stands on its icons, and which one it is. */
type Face = {
  readonly name: string
  readonly short: string
  readonly brand: string
  readonly logo: { readonly clinic: string; readonly id: string } | null
}

/** The installed app's name, colour and icons, by host: each clinic installs as its own (DESIGN "worker"). */
export function registerManifest(app: FastifyInstance, deps: Deps) {
  const faceOf = async (host: string): Promise<Face> => {
    const meaning = await meaningOfHost(deps, host.toLowerCase())
    if (meaning.kind !== 'clinic') return { name: 'Bedside', short: 'Bedside', brand: '#00677d', logo: null }
    const { id, name, appName, brand, logoId } = meaning.clinic
    const short = appName ?? (name.length <= 12 ? name : name.split(' ')[0]!.slice(0, 12))
    return { name, short, brand, logo: logoId ? { clinic: id, id: logoId } : null }
  }
  app.get('/manifest.webmanifest', async (request, reply) => {
    const { name, short, brand, logo } = await faceOf(request.hostname)
    // another logo is another address, so that a home screen fetches it
    const version = logo ? `?v=${logo.id.slice(-8)}` : ''
    return reply
      .type('application/manifest+json')
      .header('cache-control', 'no-cache')
      .send({
        id: '/',
        name,
        short_name: short,
        start_url: '/appointment',
        scope: '/',
        display: 'standalone',
        lang: 'tr',
        theme_color: brand,
        background_color: '#f6f8f9',
        icons: [
          ...[192, 512].map((size) => ({
            src: `/icon-${size}.png${version}`,
            sizes: `${size}x${size}`,
            type: 'image/png',
            purpose: 'any',
          })),
          { src: `/icon-512-maskable.png${version}`, sizes: '512x512', type: 'image/png', purpose: 'maskable' },
        ],
      })
  })
  app.get<{ Params: { file: string } }>('/icon-:file', async (request, reply) => {
    const found = /^(192|512)(-maskable)?\.png$/.exec(request.params.file)
    if (!found) return reply.callNotFound()
    const face = await faceOf(request.hostname)
    return reply
      .type('image/png')
      .header('cache-control', 'public, max-age=3600')
      .send(await icon(deps, face, Number(found[1]), found[2] !== undefined))
  })
}

const drawn = new Map<string, Buffer>()

async function icon(deps: Deps, face: Face, size: number, maskable: boolean): Promise<Buffer> {
  const key = `${size} ${maskable} ${face.logo?.id ?? face.name} ${face.brand}`
  const known = drawn.get(key)
  if (known) return known
  const logo = face.logo && (await logoOf(deps, face.logo.clinic))
  const made = await (logo ? logoIcon(logo, size, maskable) : letterIcon(face, size, maskable))
  if (drawn.size > 200) drawn.clear()
  drawn.set(key, made)
  return made
}

/** The clinic's logo on white paper; a maskable one keeps clear of the edge that a phone cuts away. */
async function logoIcon(logo: Buffer, size: number, maskable: boolean): Promise<Buffer> {
  const inner = Math.round(size * (maskable ? 0.62 : 0.86))
  const picture = await sharp(logo).resize(inner, inner, { fit: 'contain', background: CLEAR }).png().toBuffer()
  return sharp({ create: { width: size, height: size, channels: 4, background: '#ffffff' } })
    .composite([{ input: picture, gravity: 'centre' }])
    .png()
    .toBuffer()
}

/** The clinic's first letter on its colour; maskable ones fill to the edge. */
async function letterIcon({ name, brand }: Face, size: number, maskable: boolean): Promise<Buffer> {
  const letter = [...name][0]?.toLocaleUpperCase('tr').replace(/[<&>]/, '') ?? 'B'
  const colour = isColour(brand) ? brand : '#00677d'
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" rx="${maskable ? 0 : 14}" fill="${colour}"/>
    <text x="32" y="43" font-size="32" font-weight="700" font-family="DejaVu Sans, sans-serif" text-anchor="middle" fill="${lettersOn(colour)}">${letter}</text></svg>`
  return sharp(Buffer.from(svg)).resize(size, size).png().toBuffer()
}

const CLEAR = { r: 255, g: 255, b: 255, alpha: 0 }
