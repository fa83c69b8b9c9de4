import type { CallName, Refusal } from '../../contract/calls.ts'
import { newId } from '../../contract/kernel/id.ts'
import { freshKey, type Answer, type TestServer } from '../support/server.ts'
import { articleOf, makeArticle, makeMedia, makePage, pageOf } from './attempts-content.ts'
import type { Try } from './attempts.ts'
import type { Cast } from './cast.ts'

type Calls = Extract<CallName, `article.${string}` | `page.${string}`>
type Provoked = { readonly [N in Calls]: { readonly [R in Refusal<N>]: () => Promise<Answer> } }

/** Provokes every refusal of published content. Takes functions, since the server starts with the tests. */
export function contentRefusals(server: { server: () => TestServer; cast: () => Cast; make: () => Try }): Provoked {
  const admin = () => server.cast().clients.admin
  const doctor = () => server.cast().clients.doctorPublic
  const places = () => server.cast().places
  const here = () => places().kuzey1
  const gone = { id: newId() }
  const add = async (extra: object) => doctor().call('article.add', { ...articleOf(), ...extra }, { key: freshKey() })
  const update = async (extra: object) =>
    doctor().call(
      'article.update',
      { id: await makeArticle(server.make(), here()), content: '<p>x</p>', ...extra },
      { key: freshKey() },
    )

  return {
    'article.media': {},
    'article.deleteMedia': {
      record_not_found: async () => doctor().call('article.deleteMedia', gone),
      in_use: async () => {
        const id = await makeMedia(server.make(), here().doctor, here())
        await makeArticle(server.make(), here(), { shows: [id] })
        return doctor().call('article.deleteMedia', { id })
      },
    },
    'article.list': {},
    'article.get': { article_not_found: async () => doctor().call('article.get', gone) },
    'article.add': {
      id_taken: async () => add({ id: await makeArticle(server.make(), places().gizli1) }),
      article_exists: async () => {
        const { title } = articleOf()
        await add({ title })
        return add({ title: ` ${title.toUpperCase()} ` })
      },
      article_not_found: async () => add({ groupId: await makeArticle(server.make(), places().gizli1) }),
      clinic_not_found: async () => add({ clinicId: places().gizli1.clinic }),
      file_error: async () => add({ promoId: await makeMedia(server.make(), places().linden1.doctor, here()) }),
    },
    'article.update': {
      article_not_found: async () => update(gone),
      article_exists: async () => {
        const { title } = articleOf()
        await add({ title })
        return update({ title })
      },
      file_error: async () => update({ promoId: newId() }),
    },
    'article.publish': { article_not_found: async () => admin().call('article.publish', gone) },
    'article.unpublish': { article_not_found: async () => admin().call('article.unpublish', gone) },
    'article.delete': { article_not_found: async () => doctor().call('article.delete', gone) },
    'page.list': {},
    'page.add': {
      id_taken: async () =>
        admin().call('page.add', { ...pageOf(), id: await makePage(server.make()) }, { key: freshKey() }),
    },
    'page.update': {
      page_not_found: async () => admin().call('page.update', { ...gone, place: 1 }),
      translation_not_found: async () =>
        admin().call('page.update', { id: await makePage(server.make(), { published: true }), content: [] }),
    },
    'page.publish': {
      page_not_found: async () => admin().call('page.publish', gone),
      translation_not_found: async () =>
        admin().call('page.publish', { id: await makePage(server.make(), { content: '[]' }) }),
    },
    'page.unpublish': { page_not_found: async () => admin().call('page.unpublish', gone) },
    'page.delete': { page_not_found: async () => admin().call('page.delete', gone) },
  }
}
