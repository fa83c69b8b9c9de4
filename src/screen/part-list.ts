import * as v from 'valibot'

/**
 * Which files of this build are needed for what, made by the builder from its module graph (`tools/parts.ts`). Numbers
 * are positions in `files`, which are addresses with a content hash.
 */
const Places = v.array(v.number())
export const PartList = v.object({
  files: v.array(v.string()),
  /** Needed to open anything. */
  must: Places,
  /** Needed to open the sign-in page with its styles. */
  shell: Places,
  /** Keyed by the name of the screen's component; `Frame` is the part around them. */
  screens: v.record(v.string(), Places),
  words: v.record(v.string(), Places),
})
export type PartList = v.InferOutput<typeof PartList>

/** What this device should hold: screens by name, and words by language. */
export const Wanted = v.object({ screens: v.array(v.string()), languages: v.array(v.string()) })
export type Wanted = { readonly screens: readonly string[]; readonly languages: readonly string[] }

/** The cache of files with a content hash in their names, of any build; the same name is the same file. */
export const PARTS = 'parts'
/** The parts wanted on this device, stored for the worker of the next build. */
const WANTED = '/wanted-parts'

/** The addresses of these parts. Names that this build does not know belong to another one and are ignored. */
export function filesOf(list: PartList, { screens, languages }: Wanted): ReadonlySet<string> {
  const places = [
    ...list.must,
    ...list.shell,
    ...screens.flatMap((name) => list.screens[name] ?? []),
    ...languages.flatMap((language) => list.words[language] ?? []),
  ]
  return new Set(places.flatMap((place) => list.files[place] ?? []))
}

export async function readWanted(): Promise<Wanted> {
  const kept = await (await caches.match(WANTED, { cacheName: PARTS }))?.json().catch(() => null)
  const wanted = v.safeParse(Wanted, kept)
  return wanted.success ? wanted.output : { screens: [], languages: [] }
}

/** Adds to what other people on this device wanted. */
export async function addWanted({ screens, languages }: Wanted): Promise<void> {
  const before = await readWanted()
  const all = (names: readonly string[], more: readonly string[]) => [...new Set([...names, ...more])].toSorted()
  const after = { screens: all(before.screens, screens), languages: all(before.languages, languages) }
  if (JSON.stringify(after) === JSON.stringify(before)) return
  await (await caches.open(PARTS)).put(WANTED, Response.json(after))
}

/** Whether a response is the requested file: a captive portal answers with its own page and status 200. */
export const isFile = ({ ok, redirected, headers }: Response): boolean =>
  ok && !redirected && !headers.get('content-type')?.startsWith('text/html')

/** The files that are not stored yet. */
export async function missing(files: Iterable<string>): Promise<readonly string[]> {
  const kept = new Set((await (await caches.open(PARTS)).keys()).map(({ url }) => new URL(url).pathname))
  return [...files].filter((file) => !kept.has(file))
}

/** Deletes files that no build in use needs; never anything that is not a file of a build. */
export async function keepOnly(files: ReadonlySet<string>): Promise<void> {
  const cache = await caches.open(PARTS)
  for (const request of await cache.keys()) {
    const { pathname } = new URL(request.url)
    if (pathname.startsWith('/assets/') && !files.has(pathname)) await cache.delete(request)
  }
}
