import { join } from 'node:path'

/** What the bundler reports about a module (rolldown's `ChunkingContext`). */
type Graph = { getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null }

const root = join(import.meta.dirname, '..')
/** Sign-in, frame and the list of visits, which nearly every opening of the app loads in this order. */
const DOOR = 'src/areas/session/sign-in-screen.tsx'
/** Loaded by every page after its first paint, and by the frame. */
const WORKER = 'src/screen/update.ts'
/** Loaded in the same way: it keeps the focus on the page. */
const FOCUS = 'src/ui/keep-focus.ts'
export const FRAME = 'src/app/frame.tsx'
export const VISITS = 'src/areas/appointment/appointments-screen.tsx'

/**
 * The file that a module of ours goes into. Left alone, the bundler makes one for each set of screens that share something: over a
 * hundred for the list of visits, and each costs an answer of the worker and a check of the browser (bench, "offline open"). So what
 * frame and visits share with the sign-in is `kit`, what else the frame needs `frame`, what the list of visits needs besides `visits`; the
 * rest stays with the bundler, libraries too, since it knows which parts of them are used.
 */
export const chunks: readonly { name(id: string, graph: Graph): string | null }[] = [
  {
    name: (id, graph) =>
      isEarly(id, graph) && [FRAME, VISITS].some((page) => behind(page, graph).has(id)) ? 'kit' : null,
  },
  { name: (id, graph) => (behind(FRAME, graph).has(id) ? 'frame' : null) },
  { name: (id, graph) => (behind(VISITS, graph).has(id) ? 'visits' : null) },
  { name: (id, graph) => (isLibrary(id) && libraries(graph).has(id) ? 'libraries' : null) },
]

const isLibrary = (id: string) => id.includes('node_modules') && !id.includes('lucide-react')

/**
 * The libraries that frame and visits load at once, without those of the sign-in page, which would otherwise have to
 * load all of them.
 */
let loaded: Set<string> | null = null
function libraries(graph: Graph): ReadonlySet<string> {
  if (loaded) return loaded
  loaded = librariesOf([FRAME, VISITS], graph)
  for (const id of librariesOf([DOOR, WORKER, FOCUS], graph)) loaded.delete(id)
  return loaded
}

/** Their modules and what these import. A module of which nothing is used contains no code. */
function librariesOf(entries: readonly string[], graph: Graph): Set<string> {
  const ids = new Set<string>()
  const visit = (id: string) => {
    if (ids.has(id) || !isLibrary(id)) return
    ids.add(id)
    graph.getModuleInfo(id)?.importedIds.forEach(visit)
  }
  for (const entry of entries)
    for (const id of behind(entry, graph)) graph.getModuleInfo(id)?.importedIds.forEach(visit)
  return ids
}

const isEarly = (id: string, graph: Graph) => [DOOR, WORKER, FOCUS].some((page) => behind(page, graph).has(id))
const found = new Map<string, ReadonlySet<string>>()

/** The module and everything that it loads statically. */
function behind(entry: string, graph: Graph): ReadonlySet<string> {
  const known = found.get(entry)
  if (known) return known
  const ids = new Set<string>()
  const visit = (id: string) => {
    if (ids.has(id) || id.includes('node_modules')) return
    ids.add(id)
    graph.getModuleInfo(id)?.importedIds.forEach(visit)
  }
  visit(join(root, entry))
  found.set(entry, ids)
  return ids
}
