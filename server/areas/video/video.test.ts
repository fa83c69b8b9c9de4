import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../../contract/kernel/id.ts'
import type { Video } from '../../../contract/video/video.ts'
import { freshKey, startServer, type Client, type TestServer } from '../../../tests/support/server.ts'

let server: TestServer
let doctor: Client
beforeAll(async () => {
  server = await startServer()
  doctor = await server.as('doctorKuzey')
})
afterAll(() => server.stop())
afterEach(() => server.videos.behave('well'))

const add = (code: string, title = 'Nefes egzersizi') =>
  doctor.call('video.add', { id: newId(), title, code }, { key: freshKey() })
const list = async () => (await doctor.call('video.list', {})).body['videos'] as Video[]
const files = async () =>
  (await server.pool.query<{ n: number }>(`select count(*) as n from file where kind = 'video'`)).rows[0]!.n

describe('videos (SCREENS B18)', () => {
  test('a video known to the platform is added first in the list, with a picture that only its doctor gets', async () => {
    await add('first-00001')
    const { body } = await add('second-0002')
    const video = body['video'] as Video
    expect((await list()).map(({ code }) => code)).toEqual(['second-0002', 'first-00001'])
    const read = async (who: Client) => who.request('GET', `/api/file/${video.thumbnailId}`)
    expect((await read(doctor)).headers['content-type']).toBe('image/webp')
    expect((await read(await server.as('doctorBoth'))).status).toBe(404)
    expect((await read(await server.as('admin'))).status).toBe(404)
  })

  test('deleting it deletes its picture', async () => {
    const was = await files()
    const { body } = await add('gone-000003')
    expect(await files()).toBe(was + 1)
    await doctor.call('video.delete', { id: (body['video'] as Video).id }, { key: freshKey() })
    expect(await files()).toBe(was)
  })

  test('a video without a picture can be added too', async () => {
    server.videos.behave('blind')
    expect((await add('blind-00004')).body).toMatchObject({ status: true, video: { thumbnailId: null } })
  })

  test.each(['down', 'slow', 'lying', 'endless'] as const)(
    'a platform that is %s: refused with its own code within seconds, and nothing is stored',
    async (mood) => {
      server.videos.behave(mood)
      const began = performance.now()
      const [before, pictures] = [(await list()).length, await files()]
      expect((await add(`m-${mood}-000000`.slice(0, 11))).body).toMatchObject({ refused: 'third_party_failure' })
      expect(performance.now() - began).toBeLessThan(4000)
      expect([(await list()).length, await files()]).toEqual([before, pictures])
    },
  )

  test('an unknown code is not found; a whole link is not a code (SPEC §5)', async () => {
    expect((await add('unknown-000')).body).toMatchObject({ refused: 'video_not_found' })
    expect((await add('https://youtu.be/first-00001')).status).toBe(400)
  })

  test('frames are allowed from the platform only (TRUST D7)', async () => {
    const { headers } = await doctor.request('GET', '/api/health')
    expect(String(headers['content-security-policy'])).toContain(`frame-src ${server.videos.url};`)
  })
})
