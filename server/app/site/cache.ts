import { createHash } from 'node:crypto'

/** A rendered page. */
export type Rendered = {
  readonly status: number
  readonly body: string
  readonly type: string
  readonly etag: string
  /** The address to redirect to. */
  readonly location?: string
}
type Kept = Rendered & { readonly version: string }

export const rendered = (status: number, body: string, type = 'text/html; charset=utf-8'): Rendered => ({
  status,
  body,
  type,
  etag: `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`,
})

/**
 * Pages that this process has made; the most recently used stay. Each belongs to a version that was read from the
 * database before the page was: after anything is published or withdrawn, by any process, the version differs and the
 * page is made again (decision 0137). `most` in UTF-16 units of all bodies together.
 */
export function createPageCache(most: number = MOST) {
  const pages = new Map<string, Kept>()
  let size = 0
  const drop = (key: string) => {
    size -= pages.get(key)?.body.length ?? 0
    pages.delete(key)
  }
  return {
    async get(key: string, version: string, make: () => Promise<Rendered>): Promise<Rendered> {
      const kept = pages.get(key)
      if (kept?.version === version) {
        pages.delete(key)
        pages.set(key, kept)
        return kept
      }
      const made = await make()
      drop(key)
      // guessing clients request missing pages under any number of addresses
      if (made.status !== 200 || made.body.length > most) return made
      pages.set(key, { ...made, version })
      size += made.body.length
      for (const oldest of pages.keys()) {
        if (size <= most) break
        drop(oldest)
      }
      return made
    },
    size: () => size,
  }
}
const MOST = 16 * 1024 * 1024
