import { existsSync, readFileSync } from 'node:fs'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newId } from '../../../contract/kernel/id.ts'
import { articleOf, makeArticle, makeMedia } from '../../../tests/api/attempts-content.ts'
import { tries, type Try } from '../../../tests/api/attempts.ts'
import { gather, refreshLimits, type Cast } from '../../../tests/api/cast.ts'
import { freshKey, startServer, type Client, type TestServer } from '../../../tests/support/server.ts'
import { asPerson } from '../../db/transaction.ts'
import { cleanRichText } from '../../kernel/rich-text.ts'

let server: TestServer
let cast: Cast
let make: Try
beforeAll(async () => {
  server = await startServer()
  cast = await gather(server)
  make = tries(server, cast.places)
})
afterAll(() => server.stop())
beforeEach(() => refreshLimits(server))

type Row = { readonly id: string; readonly version: number; readonly published: boolean; readonly content: string }

const add = async (by: Client, extra: object = {}) => {
  const input = { ...articleOf(), ...extra }
  const answer = await by.call('article.add', input, { key: freshKey() })
  return { input, answer, row: answer.body['article'] as Row & Record<string, unknown> }
}
const doctor = () => cast.clients.doctorPublic
const admin = () => cast.clients.admin
const versionOf = async (id: string) =>
  (await server.pool.query<{ version: number }>('select version from article where id = $1', [id])).rows[0]!.version

describe('rule 79: a doctor’s article is reviewed before it is public', () => {
  test('it starts unpublished; the admin publishes it; a later edit by the doctor unpublishes it, one by the admin does not', async () => {
    const { row } = await add(doctor())
    expect(row).toMatchObject({ published: false, authorType: 'doctor', clinicId: null })
    expect((await doctor().call('article.publish', { id: row.id })).status).toBe(403)
    expect(
      (await admin().call('article.publish', { id: row.id }, { base: row.version })).body['article'],
    ).toMatchObject({
      published: true,
    })
    const byAdmin = await admin().call('article.update', { id: row.id, category: 'news' }, { key: freshKey() })
    expect(byAdmin.body['article']).toMatchObject({ published: true, category: 'news' })
    const byDoctor = await doctor().call('article.update', { id: row.id, content: '<p>Yeni</p>' }, { key: freshKey() })
    expect(byDoctor.body['article']).toMatchObject({ published: false, content: '<p>Yeni</p>' })
  })

  test('text that changed since it was read is not published', async () => {
    const { row } = await add(doctor())
    await doctor().call('article.update', { id: row.id, content: '<p>Başka</p>' }, { key: freshKey() })
    const stale = await admin().call('article.publish', { id: row.id }, { base: row.version })
    expect(stale).toMatchObject({ status: 412, body: { refused: 'changed_since' } })
    const fresh = await admin().call('article.publish', { id: row.id }, { base: await versionOf(row.id) })
    expect(fresh.status).toBe(200)
    // withdrawing is always safe
    expect((await doctor().call('article.unpublish', { id: row.id }, { base: 1 })).status).toBe(200)
  })

  test('the database enforces it even if a handler forgets: no doctor publishes, no desk writes', async () => {
    const mine = await makeArticle(make, cast.places.gizli1)
    const as = async (who: keyof TestServer['world']['people'], sql: string) => {
      const { id, type } = server.world.people[who]
      const keys = type === 'clinic' ? [`clinic:${server.world.clinics.gizli}`] : [`doctor:${id}`]
      return asPerson(server.pool, { id, type, keys, superadmin: false }, async (db) => db.query(sql, [mine])).catch(
        (error: { code?: string }) => error.code,
      )
    }
    expect(await as('doctorGizli', 'update article set published = true where id = $1')).toBe('42501')
    expect(await as('deskGizli', `update article set content = '<p>x</p>' where id = $1`)).toBe('42501')
    expect(await as('deskGizli', 'update article set published = true where id = $1')).toMatchObject({ rowCount: 1 })
    expect(await as('deskGizli', 'delete from article where id = $1')).toMatchObject({ rowCount: 0 })
  })
})

describe('SPEC §8 "change the title"', () => {
  test('of thirty who save the same title at once one succeeds, and the others are refused', async () => {
    const title = `Yarış ${newId()}`
    const answers = await Promise.all(
      Array.from({ length: 30 }, async (_, i) =>
        add(i % 2 ? doctor() : admin(), { title: i % 3 ? title : ` ${title} ` }),
      ),
    )
    const said = answers.map(({ answer }) => answer.body['refused'] ?? 'done')
    expect(said.filter((each) => each === 'done')).toHaveLength(1)
    expect(new Set(said)).toEqual(new Set(['done', 'article_exists']))
  })

  test('titles are compared without case, accents and signs; another language or clinic may have the same title', async () => {
    const { input } = await add(doctor(), { title: `Göz sağlığı ${newId().slice(-6)}` })
    const twin = input.title.toUpperCase().replace('Ö', 'O').replace(' ', ' – ')
    expect((await add(doctor(), { title: twin })).answer.body).toMatchObject({ refused: 'article_exists' })
    expect((await add(doctor(), { title: twin, language: 'de' })).answer.status).toBe(200)
    // rule 49: "already exists" reveals nothing about a private clinic
    expect((await add(cast.clients.doctorPrivate, { title: input.title })).answer.status).toBe(200)
  })

  test('the same article under another key returns the existing one', async () => {
    const { input } = await add(doctor())
    expect((await doctor().call('article.add', input, { key: freshKey() })).status).toBe(200)
  })
})

describe('rules 47, 77: a private clinic’s articles are its own', () => {
  test('no admin finds one, its desk publishes it, and its pictures are visible to those who see it', async () => {
    const picture = await makeMedia(make, cast.places.gizli1.doctor, cast.places.gizli1)
    const { row } = await add(cast.clients.doctorPrivate, { promoId: picture, title: `Kanarya yazı ${newId()}` })
    expect(row).toMatchObject({ clinicId: server.world.clinics.gizli, imageIds: [picture] })
    const list = async (who: Client) => JSON.stringify((await who.call('article.list', { limit: 1000 })).body)
    expect(await list(admin())).not.toContain('Kanarya yazı')
    expect(await list(cast.clients.superadmin)).not.toContain(row.id)
    expect(await list(cast.clients.deskPrivate)).toContain(row.id)
    expect((await cast.clients.deskPrivate.call('article.publish', { id: row.id }, { base: row.version })).status).toBe(
      200,
    )
    const bytes = async (who: Client) => (await who.request('GET', `/api/file/${picture}`)).body['refused']
    // the record has no bytes, so reading the file would fail even for those who may see it: the test reads the row
    const seen = async (who: { id: string; type: 'admin' | 'clinic' | 'doctor'; keys: string[] }) =>
      asPerson(server.pool, { ...who, superadmin: false }, async (db) =>
        db.query('select from file where id = $1', [picture]),
      ).then(({ rowCount }) => rowCount)
    const { people, clinics } = server.world
    expect(await bytes(admin())).toBe('not_found')
    expect(await seen({ id: people.admin.id, type: 'admin', keys: [] })).toBe(0)
    expect(await seen({ id: people.deskGizli.id, type: 'clinic', keys: [`clinic:${clinics.gizli}`] })).toBe(1)
    expect(await seen({ id: people.deskKuzey.id, type: 'clinic', keys: [`clinic:${clinics.kuzey}`] })).toBe(0)
    expect(await seen({ id: people.doctorKuzey.id, type: 'doctor', keys: [`doctor:${people.doctorKuzey.id}`] })).toBe(0)
  })

  test('a doctor of both clinics chooses one; on the private host it is that clinic', async () => {
    const { gizli } = server.world.clinics
    const outside = await server.signIn('doctorBoth', 'localhost')
    const inside = await server.signIn('doctorBoth', 'gizli.localhost')
    expect((await add(outside)).row['clinicId']).toBeNull()
    expect((await add(outside, { clinicId: gizli })).row['clinicId']).toBe(gizli)
    expect((await add(inside)).row['clinicId']).toBe(gizli)
    expect((await add(inside, { clinicId: null })).row['clinicId']).toBeNull()
    expect((await add(outside, { clinicId: server.world.clinics.kuzey })).answer.body).toMatchObject({
      refused: 'clinic_not_found',
    })
    // a doctor whose clinics are all private writes for no other publisher
    expect((await add(cast.clients.doctorPrivate, { clinicId: null })).row['clinicId']).toBe(gizli)
  })
})

describe('sanitising an article', () => {
  test('scripts, styles and other people’s pictures are removed; one’s own picture stays and is counted', async () => {
    const mine = await makeMedia(make, cast.places.kuzey1.doctor, cast.places.kuzey1)
    const theirs = await makeMedia(make, cast.places.linden1.doctor, cast.places.linden1)
    const { row } = await add(doctor(), {
      content: `<p style="x" onclick="a()">Bir<script>alert(1)</script></p><img src="/api/file/${mine}" alt="Göz"><img src="/api/file/${theirs}"><img src="https://evil.example/x.gif">`,
    })
    expect(row.content).toBe(`<p>Bir</p><img src="/api/file/${mine}" alt="Göz" />`)
    expect(row['imageIds']).toEqual([mine])
    expect((await doctor().call('article.deleteMedia', { id: mine })).body).toMatchObject({ refused: 'in_use' })
    // nor through the general file route, which knows nothing about articles
    const form = { id: mine }
    expect((await doctor().request('POST', '/api/file/removepicture', form)).status).toBe(404)
    await doctor().call('article.update', { id: row.id, content: '<p>Bir</p>' }, { key: freshKey() })
    expect((await doctor().call('article.deleteMedia', { id: mine })).status).toBe(200)
  })

  test('every hostile string is refused or harmless, as a title and as a text', async () => {
    const file = new URL('../../../../shared/data/hostile-strings.json', import.meta.url)
    const strings = existsSync(file)
      ? (JSON.parse(readFileSync(file, 'utf8')) as { kind: string; s?: string }[]).flatMap(({ kind, s }) =>
          s && ['xss', 'template', 'surrogate', 'null', 'control', 'bidi'].includes(kind) ? [s] : [],
        )
      : ['<script>alert(1)</script>', '\u202Eabc', 'a\0b']
    const { row } = await add(doctor())
    const wrong: string[] = []
    for (const [i, s] of strings.entries()) {
      if (i % 100 === 0) refreshLimits(server)
      const input = { id: row.id, title: `${newId()} ${s}`.slice(0, 160), content: `<p>a</p>${s}`.slice(0, 60_000) }
      const { status, body } = await doctor().call('article.update', input, { key: freshKey() })
      const kept = body['article'] as Row | undefined
      if (status !== 400 && !(status === 200 && kept && cleanRichText(kept.content) === kept.content))
        wrong.push(`${status} ${JSON.stringify(s)}`)
    }
    expect(wrong).toEqual([])
  }, 180_000)
})

test('a picture is re-encoded, encrypted and only in its author’s library; a file that is not a picture is refused', async () => {
  const jpeg = await sharp({ create: { width: 40, height: 30, channels: 3, background: 'teal' } })
    .jpeg()
    .withExif({ IFD0: { Copyright: 'SECRET-PLACE' } })
    .toBuffer()
  const send = async (by: Client, name: string, bytes: Buffer) => {
    const form = new FormData()
    form.set('photo', new Blob([new Uint8Array(bytes)]), name)
    const request = new Request('http://localhost/', { method: 'POST', body: form })
    const answer = await server.app.inject({
      method: 'POST',
      url: '/api/article/upload',
      headers: { ...by.headers, 'content-type': request.headers.get('content-type')! },
      payload: Buffer.from(await request.arrayBuffer()),
    })
    return { status: answer.statusCode, body: answer.json<Record<string, unknown>>() }
  }
  const { status, body } = await send(doctor(), 'goz.jpg', jpeg)
  expect(status).toBe(200)
  const [made] = body['files'] as { id: string; type: string; kind: string }[]
  expect(made).toMatchObject({ type: 'image/webp', kind: 'article' })
  const files = async (by: Client) => JSON.stringify((await by.call('article.media', {})).body['files'])
  expect(await files(doctor())).toContain(made!.id)
  expect(await files(admin())).not.toContain(made!.id)
  const shown = await server.app.inject({ method: 'GET', url: `/api/file/${made!.id}`, headers: doctor().headers })
  expect(shown.statusCode).toBe(200)
  expect(shown.rawPayload.includes('SECRET-PLACE')).toBe(false)
  expect((await send(doctor(), 'x.jpg', Buffer.from('<svg onload=alert(1)>'))).body).toMatchObject({
    refused: 'file_error',
  })
  expect((await send(doctor(), 'x.jpg', Buffer.alloc(5 * 1024 * 1024 + 1))).status).toBe(413)
  expect((await send(cast.clients.deskPublic, 'goz.jpg', jpeg)).status).toBe(403)
  // all admins share one library
  const [theirs] = (await send(admin(), 'goz.jpg', jpeg)).body['files'] as { id: string }[]
  expect(await files(cast.clients.superadmin)).toContain(theirs!.id)
  expect((await cast.clients.superadmin.call('article.deleteMedia', { id: theirs!.id })).status).toBe(200)
})

test('translations share a group; a deleted article leaves every device that held it', async () => {
  const { row } = await add(doctor())
  const copy = await add(doctor(), { groupId: row.id, language: 'de' })
  const second = await add(doctor(), { groupId: copy.row.id, language: 'en' })
  expect([copy.row['groupId'], second.row['groupId']]).toEqual([row.id, row.id])
  const pulled = async (cursor = '') => (await admin().request('GET', `/api/sync${cursor && `?cursor=${cursor}`}`)).body
  let page = await pulled()
  let all = JSON.stringify(page['rows'])
  while (page['more']) {
    page = await pulled(String(page['cursor']))
    all += JSON.stringify(page['rows'])
  }
  expect(all).toContain(second.row.id)
  expect((await doctor().call('article.delete', { id: second.row.id }, { key: freshKey() })).status).toBe(200)
  const next = await pulled(String(page['cursor']))
  expect(JSON.stringify(next['gone'])).toContain(second.row.id)
})
