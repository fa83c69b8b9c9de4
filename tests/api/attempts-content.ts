import type { CallName, Input } from '../../contract/calls.ts'
import { newId } from '../../contract/kernel/id.ts'
import { newName } from '../../server/ports/files/store.ts'
import type { Try } from './attempts.ts'
import type { Actor, Place } from './cast.ts'

type ContentCalls = Extract<CallName, `article.${string}` | `page.${string}`>
type Attempt<N extends CallName> = { readonly input: Input<N>; readonly about?: readonly string[] }
type Area = { readonly [C in ContentCalls]: (make: Try, actor: Actor, place: Place) => Promise<Attempt<C>> }

/** Attempts for published content, each with its own record. */
export const contentAttempts: Area = {
  'article.media': async () => ({ input: {} }),
  'article.deleteMedia': async (make, _actor, place) => ({ input: { id: await makeMedia(make, place.doctor, place) } }),
  'article.list': async (make, _actor, place) => {
    const id = await makeArticle(make, place)
    return { input: { limit: 1000 }, about: [id] }
  },
  'article.get': async (make, _actor, place) => ({ input: { id: await makeArticle(make, place) } }),
  'article.add': async () => ({ input: articleOf() }),
  'article.update': async (make, _actor, place) => ({
    input: { id: await makeArticle(make, place), content: '<p>Daha çok su için.</p>' },
  }),
  'article.publish': async (make, _actor, place) => ({ input: { id: await makeArticle(make, place) } }),
  'article.unpublish': async (make, _actor, place) => ({
    input: { id: await makeArticle(make, place, { published: true }) },
  }),
  'article.delete': async (make, _actor, place) => ({ input: { id: await makeArticle(make, place) } }),
  'page.list': async () => ({ input: { limit: 1000 } }),
  'page.add': async () => ({ input: pageOf() }),
  'page.update': async (make) => ({ input: { id: await makePage(make), inMenu: true, place: 3 } }),
  'page.publish': async (make) => ({ input: { id: await makePage(make) } }),
  'page.unpublish': async (make) => ({ input: { id: await makePage(make, { published: true }) } }),
  'page.delete': async (make) => ({ input: { id: await makePage(make) } }),
}

export function articleOf(): Input<'article.add'> & { readonly id: string } {
  const id = newId()
  return {
    id,
    title: `Göz kuruluğu ${id.slice(-12)}`,
    category: 'prevention',
    language: 'tr',
    content: '<h2>Neden olur?</h2><p>Ekrana <strong>uzun</strong> bakınca.</p>',
    promoId: null,
  }
}

export function pageOf(): Input<'page.add'> & { readonly id: string } {
  const id = newId()
  return {
    id,
    title: [{ lang: 'tr', value: `Hakkımızda ${id.slice(-12)}` }],
    content: [{ lang: 'tr', value: '<p>Biz kimiz?</p>' }],
    metaDescription: [],
    inMenu: false,
    section: 'main',
    place: 1,
  }
}

/** An article by the place's doctor, or by the clinic if it is private. `shows`: its pictures. */
export async function makeArticle(
  { server, isThere }: Try,
  place: Place,
  { published = false, title = '', shows = [] as readonly string[] } = {},
) {
  const { id, category, language, content } = articleOf()
  if (isThere(place))
    await server.pool.query(
      `insert into article (id, title, slug, category, language, content, image_ids, published, author_id, author_name, author_type, clinic_id,
                            group_id, created_at, updated_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, 'Test', 'doctor', (select id from clinic where id = $10 and private), $1, $11, $11)`,
      [
        id,
        title || `Yazı ${id}`,
        title ? title.toLowerCase() : id,
        category,
        language,
        content,
        shows,
        published,
        place.doctor,
        place.clinic,
        new Date(server.clock.now),
      ],
    )
  return id
}

/** A picture in a person's library, without bytes; for the absent place none. */
export async function makeMedia({ server, isThere }: Try, owner: string, place: Place) {
  const id = newId()
  if (isThere(place))
    await server.pool.query(
      `insert into file (id, kind, of_id, owner_id, type, size, width, height, sha256, stored, created_at)
       values ($1, 'article', $2, $2, 'image/webp', 90, 10, 10, 'x', $3, $4)`,
      [id, owner, newName(), new Date(server.clock.now)],
    )
  return id
}

export async function makePage({ server }: Try, { published = false, content = null as string | null } = {}) {
  const page = pageOf()
  await server.pool.query(
    `insert into page (id, title, content, section, published, created_at, updated_at) values ($1, $2, $3, 'main', $4, $5, $5)`,
    [
      page.id,
      JSON.stringify(page.title),
      content ?? JSON.stringify(page.content),
      published,
      new Date(server.clock.now),
    ],
  )
  return page.id
}
