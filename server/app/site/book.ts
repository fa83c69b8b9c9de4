import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import {
  COOKIE_PATH,
  COOKIE_SAME_SITE,
  COOKIE_SECONDS,
  LANGUAGE_COOKIE,
  type Language,
} from '../../../contract/kernel/constants.ts'
import { SIGN_IN_PATHS } from '../../../contract/session/session.rules.ts'
import { cookieOf } from '../../identity/bind.ts'
import type { Deps } from '../../http/handler.ts'
import type { Rendered } from './cache.ts'
import { readDoctor } from './read.ts'
import type { Site } from './site.ts'

type Ways = {
  enter(request: FastifyRequest, reply: FastifyReply): Promise<Site | null>
  gone(site: Site): Promise<Rendered>
}

/**
 * From a doctor's page into the app: booking this doctor, after the patients' sign-in if needed. A device without a
 * chosen language continues in the page's.
 */
export function registerBook(app: FastifyInstance, deps: Deps, language: Language, { enter, gone }: Ways) {
  app.get<{ Params: { key: string } }>(`/${language}/book/:key`, async (request, reply) => {
    const site = await enter(request, reply)
    if (!site) return reply
    const { key } = request.params
    const today = new Date(deps.now()).toISOString().slice(0, 10)
    const doctor = await readDoctor(deps.requests, site.clinic?.id ?? null, key, today)
    reply.header('cache-control', 'no-store')
    if (!doctor || 'gone' in doctor) {
      const { body, type } = await gone(site)
      return reply.code(410).type(type).send(body)
    }
    if (!cookieOf(request.headers.cookie, LANGUAGE_COOKIE)) {
      const secure = deps.publicUrl().startsWith('https:') ? '; Secure' : ''
      reply.header(
        'set-cookie',
        `${LANGUAGE_COOKIE}=${language}; Path=${COOKIE_PATH}; Max-Age=${COOKIE_SECONDS}; SameSite=${COOKIE_SAME_SITE}${secure}`,
      )
    }
    const back = `/appointment/new?doctor=${doctor.id}`
    return reply.redirect(`${SIGN_IN_PATHS.patient}?back=${encodeURIComponent(back)}`, 303)
  })
}
