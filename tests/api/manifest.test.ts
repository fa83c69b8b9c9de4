import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { gather, type Cast } from './cast.ts'
import { startServer, type TestServer } from '../support/server.ts'

let server: TestServer
let cast: Cast
beforeAll(async () => {
  server = await startServer()
  cast = await gather(server)
})
afterAll(() => server.stop())

type Manifest = {
  readonly id: string
  readonly name: string
  readonly short_name: string
  readonly start_url: string
  readonly lang: string
  readonly theme_color: string
  readonly icons: readonly { readonly src: string; readonly sizes: string; readonly purpose: string }[]
  readonly screenshots: readonly { readonly src: string; readonly sizes: string }[]
  readonly shortcuts: readonly { readonly name: string; readonly url: string }[]
}
const at = (host: string, url: string, cookie = '') => server.app.inject({ url, headers: { host, cookie } })
const manifestOf = async (host: string, cookie?: string) =>
  (await at(host, '/manifest.webmanifest', cookie)).json<Manifest>()

describe('the app of a host', () => {
  test('a clinic’s name and colour, in the device’s language, with the shortcuts for the role that signs in here', async () => {
    const open = await manifestOf('linden.localhost')
    const { rows } = await server.pool.query<{ name: string; brand: string }>(
      'select name, brand from clinic where id = $1',
      [cast.places.linden1.clinic],
    )
    expect([open.name, open.theme_color, open.lang]).toEqual([rows[0]!.name, rows[0]!.brand, 'tr'])
    expect(open.shortcuts.map(({ url }) => url)).toEqual(['/appointment', '/appointment/new'])
    const doctors = await manifestOf('linden.localhost', 'a=b; user-lang=de; user_login_type=doctor')
    expect(doctors.lang).toBe('de')
    expect(doctors.shortcuts).toContainEqual({ name: 'Mein Kalender', url: '/calendar' })
    const patients = await manifestOf('linden.localhost', 'user_login_type=patient')
    expect(patients.shortcuts).toContainEqual({ name: 'Dosyalarım', url: '/patient/files' })
    const nonsense = await manifestOf('linden.localhost', 'user-lang=<script>; user_login_type=root; =; ;')
    expect([nonsense.lang, nonsense.shortcuts]).toEqual(['tr', open.shortcuts])
  })

  test('another colour changes the icons’ address, and the app’s id stays', async () => {
    const before = await manifestOf('linden.localhost')
    const changed = await cast.clients.admin.call('clinic.update', {
      id: cast.places.linden1.clinic,
      brand: '#7a1fa2',
      appName: 'Linden',
    })
    expect(changed.status).toBe(200)
    const after = await manifestOf('linden.localhost')
    expect([after.id, after.start_url]).toEqual([before.id, before.start_url])
    expect([after.theme_color, after.short_name]).toEqual(['#7a1fa2', 'Linden'])
    for (const [n, { src }] of after.icons.entries()) expect(src).not.toBe(before.icons[n]!.src)
    // the new address may be cached forever, the old one may not
    expect((await at('linden.localhost', after.icons[0]!.src)).headers['cache-control']).toMatch(/immutable/)
    expect((await at('linden.localhost', before.icons[0]!.src)).headers['cache-control']).not.toMatch(/immutable/)
  })

  test('every icon and picture has its stated size; a monochrome one is a stencil, and an Apple one has no transparent corners', async () => {
    const { icons, screenshots } = await manifestOf('linden.localhost')
    expect(icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`)).toEqual([
      '192x192 any',
      '512x512 any',
      '192x192 maskable',
      '512x512 maskable',
      '512x512 monochrome',
    ])
    const pixels = async (src: string) => {
      const answer = await at('linden.localhost', src)
      const { data, info } = await sharp(answer.rawPayload).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
      return { size: `${info.width}x${info.height}`, corner: data.subarray(0, 4), data }
    }
    for (const { src, sizes } of icons) expect((await pixels(src)).size).toBe(sizes)
    for (const { src, sizes } of screenshots) {
      const { width, height } = await sharp(`public${src}`).metadata()
      expect([src, `${width}x${height}`]).toEqual([src, sizes])
    }
    const stencil = await pixels(icons[4]!.src)
    expect(stencil.corner[3]).toBe(0)
    // every drawn pixel is white
    const drawn = stencil.data.filter((_, n) => n % 4 === 0 && stencil.data[n + 3]! > 0)
    expect([drawn.length > 1000, drawn.every((red) => red > 250)]).toEqual([true, true])
    expect([(await pixels('/icon-180.png')).size, (await pixels('/icon-180.png')).corner[3]]).toEqual(['180x180', 255])
  })

  test('the platform’s own host is the platform; an unknown host is named as such', async () => {
    expect((await manifestOf('localhost')).name).toBe('Bedside')
    for (const url of ['/manifest.webmanifest', '/icon-192.png', '/icon-180.png']) {
      const answer = await at('nowhere.localhost', url)
      expect([answer.statusCode, answer.json()]).toEqual([404, { status: false, refused: 'clinic_not_found' }])
    }
    expect((await at('localhost', '/icon-180-maskable.png')).statusCode).toBe(404)
  })

  test('a share that arrives before the worker is installed: none of it is read, and the page says why', async () => {
    const answer = await server.app.inject({
      method: 'POST',
      url: '/share',
      headers: { host: 'linden.localhost', 'content-type': 'multipart/form-data; boundary=x' },
      payload: 'x'.repeat(6 * 1024 * 1024),
    })
    expect([answer.statusCode, answer.headers['location']]).toEqual([303, '/share?why=no-worker'])
  })
})
