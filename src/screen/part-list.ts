import * as v from 'valibot'

/**
 * Which files of this build what needs; made by the builder from its own graph of modules (`tools/parts.ts`). Numbers are places in `files`,
 * which are addresses with a hash of what they hold in their names.
 */
const Places = v.array(v.number())
export const PartList = v.object({
  files: v.array(v.string()),
  /** Without these nothing opens. */
  must: Places,
  /** With these the sign-in page opens, as it should look. */
  shell: Places,
  /** By the name of the screen's component; `Frame` is the part around them. */
  screens: v.record(v.string(), Places),
  words: v.record(v.string(), Places),
})
export type PartList = v.InferOutput<typeof PartList>

/** What this device is to hold: screens by name, and words by language. */
export const Wanted = v.object({ screens: v.array(v.string()), languages: v.array(v.string()) })
export type Wanted = { readonly screens: readonly string[]; readonly languages: readonly string[] }

/** Files with a hash in their names, of any build; the same name is the same file. */
export const PARTS = 'parts'
/** The files wanted on this device, for the worker of the next build. */
const WANTED = '/wanted-parts'

/** Their addresses. Names unknown to this build are ignored: they are of another one. */
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

/** Added to what others wanted here, who may share this device. */
export async function addWanted({ screens, languages }: Wanted): Promise<void> {
  const before = await readWanted()
  const all = (names: readonly string[], more: readonly string[]) => [...new Set([...names, ...more])].toSorted()
  const after = { screens: all(before.screens, screens), languages: all(before.languages, languages) }
  if (JSON.stringify(after) === JSON.stringify(before)) return
  await (await caches.open(PARTS)).put(WANTED, Response.json(after))
}

/** Whether an answer is the file that was asked for: a portal's page comes in its place, and says that all is well. */
export const isFile = ({ ok, redirected, headers }: Response): boolean =>
  ok && !redirected && !headers.get('content-type')?.startsWith('text/html')

/** Those that are not here yet. */
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
