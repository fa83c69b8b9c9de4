import type { Deps } from '../../http/handler.ts'
import { readFacets, readPages, type Facets, type PageLine } from './read.ts'
import type { Site } from './site.ts'

/** What surrounds every page of a site: links to its lists, and the platform's menu. */
type Surroundings = { readonly facets: Facets; readonly menu: readonly PageLine[] }

/** Read once per version of what is published, for the sites last requested. */
export function createSurroundings() {
  const known = new Map<string, { readonly version: string; readonly content: Promise<Surroundings> }>()
  return async function surroundingsOf(deps: Deps, { clinic, version }: Site): Promise<Surroundings> {
    const key = clinic?.id ?? 'platform'
    const kept = known.get(key)
    if (kept?.version === version) return kept.content
    const content = read(deps, clinic?.id ?? null)
    known.delete(key)
    known.set(key, { version, content })
    content.catch(() => known.get(key)?.content === content && known.delete(key))
    for (const oldest of known.keys()) {
      if (known.size <= MOST_SITES) break
      known.delete(oldest)
    }
    return content
  }
}
const MOST_SITES = 100

async function read({ requests }: Deps, clinic: string | null): Promise<Surroundings> {
  // the platform's pages are not shown on a clinic's host
  const [facets, menu] = await Promise.all([readFacets(requests, clinic), clinic ? [] : readPages(requests)])
  return { facets, menu }
}
