import { linkTo } from '../../../identity/links.ts'
import type { Deps } from '../../../http/handler.ts'
import type { SiteClinic } from '../read.ts'
import type { Site } from '../site.ts'
import type { Embed } from '../view.ts'

/** A clinic that may be framed. */
export type EmbedClinic = {
  readonly site: Site
  readonly embed: Omit<Embed, 'key'>
  /** It is passive: no one can book there now. */
  readonly gone: boolean
}

type Found = {
  readonly gone: boolean
  readonly slug: string
  readonly hosts: readonly string[]
  readonly colour: string | null
  /** Its own hosts that are switched on. */
  readonly at: readonly string[]
  readonly clinic: SiteClinic | null
}

/**
 * The public clinic with this short name, on the platform's host or one of its own; null for any other, a private one
 * and on another clinic's host.
 */
export async function embedOf(deps: Deps, host: string, slug: string): Promise<EmbedClinic | null> {
  const { rows } = await deps.requests.query<{ found: Found | null; version: string }>(
    'select site_embed($1) as found, site_now() as version',
    [slug],
  )
  const { found, version } = rows[0]! // functions return one row
  if (!found || !(deps.platformHosts.has(host) || found.at.includes(host))) return null
  const { clinic } = found
  const base = (its: string | null | undefined) => linkTo(deps.publicUrl(), its ?? null, '').replace(/\/$/, '')
  return {
    site: {
      clinic,
      name: clinic?.name ?? 'Bedside',
      version,
      base: base(clinic?.webUrl ?? clinic?.panelUrl),
      app: base(clinic?.panelUrl),
    },
    embed: {
      slug: found.slug,
      colour: found.colour,
      // checked when they were stored, and once more: a header is no place for anything else
      framedBy: found.hosts.filter((each) => HOST.test(each)).map((each) => `https://${each}`),
    },
    gone: found.gone,
  }
}
const HOST = /^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/
