import type { FastifyReply, FastifyRequest } from 'fastify'
import { cookieOf } from '../../../identity/bind.ts'
import { hashOf } from '../../../identity/secret.ts'
import type { Deps } from '../../../http/handler.ts'
import { requesterOf } from '../../../http/routes.ts'
import type { Origin } from '../../../identity/who.ts'
import { documentOf, type Page } from '../frame.ts'
import { keyOf } from '../paths.ts'
import { policyFor } from '../policy.ts'
import { readDoctor, type DoctorPage } from '../read.ts'
import type { Site } from '../site.ts'
import type { View } from '../view.ts'

/** A request for a page of a booking. */
export type Visitor = {
  readonly site: Site
  readonly view: View
  readonly origin: Origin
  /** The hash of the secret in this browser's cookie, or in the form of a frame; null if it has none. */
  readonly browserHash: string | null
  readonly form: Readonly<Record<string, unknown>>
}

export async function visitorOf(deps: Deps, request: FastifyRequest, site: Site, view: View): Promise<Visitor> {
  const { origin } = await requesterOf(deps, request)
  const secret = view.embed?.key ?? cookieOf(request.headers.cookie, cookieName(origin.secure))
  const form = (request.body ?? {}) as Visitor['form'] // the scope's parser gives texts
  return { site, view, origin, browserHash: secret && hashOf(secret), form }
}

/** The doctor behind a booking, if still public here. */
export async function doctorOf(deps: Deps, { site, view }: Visitor, id: string): Promise<DoctorPage | null> {
  const key = keyOf(id)
  if (!/^[\da-f]{12}$/.test(key)) return null
  const doctor = await readDoctor(deps.requests, site.clinic?.id ?? null, key, view.today)
  return doctor && !('gone' in doctor) ? doctor : null
}

/** The clinics in which this doctor can be booked here; hours without a clinic are the platform's. */
export const clinicsOf = ({ site }: Pick<Visitor, 'site'>, { clinics }: DoctorPage): readonly (string | null)[] => [
  ...clinics.map(({ id }) => id),
  ...(site.clinic ? [] : [null]),
]

/**
 * Sent to no one else: no cache keeps it. With the site's usual `no-referrer` a browser would send a form with the
 * origin `null`, which no host is.
 */
export function showPage(reply: FastifyReply, { view }: Pick<Visitor, 'view'>, page: Page, status = 200) {
  const framedBy = view.embed?.framedBy ?? []
  // it knows no list of hosts, and browsers that know the policy ignore it
  if (framedBy.length > 0) reply.removeHeader('x-frame-options')
  return reply
    .code(status)
    .header('content-security-policy', policyFor(framedBy))
    .header('referrer-policy', 'same-origin')
    .header('cache-control', 'no-store')
    .header('x-robots-tag', 'noindex')
    .type('text/html; charset=utf-8')
    .send(documentOf(view, page))
}

/** Lax, since the way back from a payment provider begins on another site. */
export const browserCookie = (secret: string, secure: boolean) =>
  `${cookieName(secure)}=${secret}; Path=/; Max-Age=${24 * 3600}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`

export const cookieName = (secure: boolean) => (secure ? '__Host-booking' : 'booking')
