import type { FastifyRequest } from 'fastify'
import { isPaymentPath } from '../../contract/clinic/clinic.hosts.ts'
import type { Deps } from '../http/handler.ts'
import { besideOf, formerPaymentOf } from '../identity/host.ts'
import { linkTo } from '../identity/links.ts'

/**
 * Where a page of the app is that was requested by a clinic's website address or payment address: on its panel, or on
 * the platform's host (decision 0157). Null if it is here, or if the host is no such address.
 */
export async function elsewhere(deps: Deps, { hostname, url }: FastifyRequest): Promise<string | null> {
  const host = hostname.toLowerCase()
  if (!deps.databaseIsUp() || deps.platformHosts.has(host)) return null
  const beside = await besideOf(deps.pool, host).catch(() => null)
  const isPayment = isPaymentPath(url.split('?', 1)[0]!)
  if (!beside && isPayment) return formerly(deps, host, url)
  if (!beside || beside.panel === host) return null
  if (beside.pays && isPayment) return null
  // a private clinic's people sign in on its own host alone
  if (!beside.panel && beside.clinic.recoversInside) return null
  return linkTo(deps.publicUrl(), beside.panel, url)
}

/** A link that was sent with a payment address that has been switched off since opens on the panel. */
async function formerly(deps: Deps, host: string, url: string): Promise<string | null> {
  const found = await formerPaymentOf(deps.pool, host)
  return found && (found.panel || !found.private) ? linkTo(deps.publicUrl(), found.panel, url) : null
}
