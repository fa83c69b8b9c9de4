import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { LANGUAGES, type Language } from '../../../../contract/kernel/constants.ts'
import { compressed } from '../../../http/compress.ts'
import type { Deps } from '../../../http/handler.ts'
import { newSecret } from '../../../identity/secret.ts'
import { wantedLanguage } from '../../../kernel/wanted-language.ts'
import { actOnBooking, showBooking } from '../guest/acts.ts'
import { beginHere, showTimes } from '../guest/begin-here.ts'
import { takeForms } from '../guest/route.ts'
import { showPage, visitorOf, type Visitor } from '../guest/visitor.ts'
import { readDoctors } from '../read.ts'
import type { Embed, View } from '../view.ts'
import { embedOf, type EmbedClinic } from './clinic.ts'
import { closedPage, embedPage } from './page.ts'

type Ways = {
  /** Whether the request may go on; the answer is sent if not. */
  mayEnter(request: FastifyRequest, reply: FastifyReply): Promise<boolean>
  notFound(reply: FastifyReply): unknown
  view(clinic: EmbedClinic, language: Language, embed: Embed): Promise<View>
}

/**
 * Booking of one clinic on pages that websites the clinic names may frame, and no other (issue 35, 3; decision 0157).
 * The only pages of this server that anyone may frame. They set no cookie: what a visitor holds is in the forms.
 */
export async function registerEmbed(app: FastifyInstance, deps: Deps, { mayEnter, notFound, view }: Ways) {
  await app.register(async (scope) => {
    takeForms(scope)
    type Params = { slug: string; key: string; id: string; act: string }
    const answer =
      (work: (visitor: Visitor, params: Params, reply: FastifyReply, query: unknown) => Promise<unknown>) =>
      async (request: FastifyRequest, reply: FastifyReply) => {
        if (!(await mayEnter(request, reply))) return reply
        const params = request.params as Params // the addresses below
        const clinic = await embedOf(deps, request.hostname.toLowerCase(), params.slug)
        if (!clinic) return notFound(reply)
        const language = languageOf(request)
        const embed = { ...clinic.embed, key: keyIn(request.body) ?? newSecret() }
        const visitor = await visitorOf(deps, request, clinic.site, await view(clinic, language, embed))
        if (clinic.gone) showPage(reply, visitor, closedPage(visitor.view), 410)
        else await work(visitor, params, reply, request.query)
        return reply
      }
    const list = '/embed/:slug'
    scope.get(
      list,
      compressed,
      answer(async (visitor, _, reply, query) => {
        const { site } = visitor
        const page = pageIn(query)
        const found = await readDoctors(deps.requests, site.clinic!.id, {}, visitor.view.now, page) // an open one has its clinic
        showPage(reply, visitor, embedPage(visitor.view, page, found))
      }),
    )
    scope.get(
      `${list}/:key`,
      compressed,
      answer((visitor, { key }, reply, query) => showTimes(deps, visitor, key, query, reply)),
    )
    scope.post(
      `${list}/:key`,
      compressed,
      answer((visitor, { key }, reply) =>
        beginHere(deps, visitor, key, reply, (id) => showBooking(deps, visitor, id, reply)),
      ),
    )
    scope.post(
      `${list}/booking/:id/:act`,
      compressed,
      answer((visitor, { id, act }, reply) => actOnBooking(deps, visitor, { id, act }, reply)),
    )
  })
}

/** As the address says, otherwise as the browser does. */
function languageOf({ query, headers }: FastifyRequest): Language {
  const { lang } = query as Readonly<Record<string, unknown>>
  return LANGUAGES.find((each) => each === lang) ?? wantedLanguage(null, headers['accept-language'])
}

/** The secret of an earlier page's form. */
function keyIn(body: unknown): string | null {
  const key = (body as Readonly<Record<string, unknown>> | undefined)?.['key']
  return typeof key === 'string' && /^[\w-]{43}$/.test(key) ? key : null
}

function pageIn(query: unknown): number {
  const { page } = query as Readonly<Record<string, unknown>>
  return typeof page === 'string' && /^[1-9]\d{0,3}$/.test(page) ? Number(page) : 1
}
