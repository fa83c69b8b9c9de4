/** A video's code on the platform: eleven letters, digits, `-` or `_`. */
export const VIDEO_CODE = /^[\w-]{11}$/

/**
 * The code in what someone has typed or pasted: the code itself, or a link of the platform in any form (watch,
 * youtu.be, shorts, embed, live), with any parameters; null if there is none. `isLink`: it came from a link, and the
 * person is told.
 */
export function codeIn(typed: string): { readonly code: string; readonly isLink: boolean } | null {
  const text = typed.trim()
  if (VIDEO_CODE.test(text)) return { code: text, isLink: false }
  const url = URL.parse(/^https?:\/\//i.test(text) ? text : `https://${text}`)
  if (!url || !/^https?:$/.test(url.protocol)) return null
  const host = url.hostname.toLowerCase().replace(/^(www|m|music)\./, '')
  const parts = url.pathname.split('/').filter(Boolean)
  const code =
    host === 'youtu.be'
      ? parts[0]
      : host === 'youtube.com' || host === 'youtube-nocookie.com'
        ? parts[0] === 'watch'
          ? (url.searchParams.get('v') ?? undefined)
          : PATHS.has(parts[0] ?? '')
            ? parts[1]
            : undefined
        : undefined
  return code && VIDEO_CODE.test(code) ? { code, isLink: true } : null
}
const PATHS: ReadonlySet<string> = new Set(['shorts', 'embed', 'live', 'v', 'e'])

type Placed = { readonly id: string; readonly place: number }

/** By place, lowest first; equal places by id. */
export const byPlace = (a: Placed, b: Placed) => a.place - b.place || (a.id < b.id ? -1 : 1)

/** Gap between two places. */
export const PLACE_STEP = 2 ** 20

/**
 * The places that put `moved` before the `index`th of `others`, which are in order and do not contain it: a place for
 * it alone, or, if two neighbours leave no gap, new places for all. Integers.
 */
export function placesFor(others: readonly Placed[], moved: string, index: number): ReadonlyMap<string, number> {
  const before = others[index - 1]
  const after = others[index]
  if (!before || !after) {
    const edge = before ? before.place + PLACE_STEP : after ? after.place - PLACE_STEP : 0
    return new Map([[moved, edge]])
  }
  const middle = Math.floor((before.place + after.place) / 2)
  if (middle > before.place && middle < after.place) return new Map([[moved, middle]])
  const ids = others.map(({ id }) => id).toSpliced(index, 0, moved)
  return new Map(ids.map((id, i) => [id, i * PLACE_STEP]))
}
