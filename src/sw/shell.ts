import * as v from 'valibot'
import { fetchFiles } from '../screen/fetch-files.ts'
import { filesOf, isFile, keepOnly, PartList, PARTS, readWanted } from '../screen/part-list.ts'
import { BUILD_LOCK } from '../screen/build.ts'

/**
 * What opens the app without a network: the page and its first files for everyone, beside them the screens that are wanted on this device, as
 * its pages have said. `files` are those of this build whose names do not change with what they hold, and the list of all others.
 */
export function keepShell(worker: ServiceWorkerGlobalScope, files: readonly string[]) {
  const listName = files.find((file) => file.includes('/parts-')) ?? ''
  const own = `shell-${listName}`
  let list: Promise<PartList> | null = null
  // asked for at each start, and kept while the worker stands
  const readList = () =>
    (list ??= (async () => v.parse(PartList, await (await caches.match(listName, { cacheName: own }))?.json()))())

  /** Rejects where nothing could open with what came: the browser then keeps the worker it has, and this one is tried again. */
  async function install(): Promise<void> {
    for (const [i, wait] of [...INSTALL_WAITS_MS, null].entries()) {
      try {
        // asked anew of the server, all of one moment
        const answers = await Promise.all(files.map((file) => fetch(new Request(file, { cache: 'reload' }))))
        const isOurs = (answer: Response, at: number) =>
          files[at] === '/index.html' ? answer.ok && !answer.redirected : isFile(answer)
        if (!answers.every(isOurs)) throw new Error('shell_unreachable')
        // a portal's page in the place of ours, or ours of another build, would be what this device opens with from now on
        const page = await answers[files.indexOf('/index.html')]?.clone().text()
        if (!page?.includes(`data-parts="${listName}"`)) throw new Error('shell_unreachable')
        const cache = await caches.open(own)
        await Promise.all(files.map((file, at) => cache.put(file, answers[at]!)))
        break
      } catch (error) {
        if (wait === null) throw error
        await new Promise((done) => setTimeout(done, wait * (i + 1)))
      }
    }
    const all = await readList()
    const must = new Set(all.must.flatMap((place) => all.files[place] ?? []))
    if ((await fetchFiles(must, INSTALL_WAITS_MS)) !== 'all') throw new Error('shell_unreachable')
    // the rest does without: the page goes on with what did not come
    await fetchFiles(filesOf(all, await readWanted()), [500])
  }

  /** What older builds left, once no page of theirs is open. A page says by a lock which build it is; one that has not yet is waited for. */
  async function tidy(): Promise<void> {
    const { waiting, installing } = worker.registration
    if (waiting || installing) return
    const { held = [] } = await navigator.locks.query()
    const builds = held.flatMap(({ name }) => (name?.startsWith(BUILD_LOCK) ? [name.slice(BUILD_LOCK.length)] : []))
    const pages = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true })
    if (builds.some((build) => build !== listName) || builds.length < pages.length) return
    await keepOnly(new Set((await readList()).files))
    for (const name of await caches.keys())
      if ((name.startsWith('shell-') && name !== own) || name.startsWith('workbox-precache')) await caches.delete(name)
  }

  /** The page of every address, as this build has it; a device that has lost it asks the server. */
  const page = async (request: Request): Promise<Response> =>
    (await caches.match('/index.html', { cacheName: own })) ?? fetch(request)

  /** A file of the build: from here, whichever build asks. What is used is kept, except what the app itself fetches to keep. */
  async function part(request: Request, later: (work: Promise<unknown>) => void): Promise<Response> {
    const { pathname } = new URL(request.url)
    const kept = await caches.match(pathname, { ignoreVary: true })
    // a build before this one has kept whatever came
    if (kept && isFile(kept)) return kept
    const answer = await fetch(request)
    if (isFile(answer) && request.destination !== '') {
      const copy = answer.clone()
      // without room it is fetched again the next time
      later(
        caches
          .open(PARTS)
          .then((cache) => cache.put(pathname, copy))
          .catch(() => undefined),
      )
    }
    return answer
  }

  /** One whose name stays: this build's own. */
  const named = async (request: Request): Promise<Response> =>
    (await caches.match(new URL(request.url).pathname, { cacheName: own, ignoreVary: true })) ?? fetch(request)

  return { install, tidy, page, part, named }
}

const INSTALL_WAITS_MS = [500, 1500, 5000]
