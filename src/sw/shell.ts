import * as v from 'valibot'
import { fetchFiles } from '../screen/fetch-files.ts'
import { filesOf, isFile, keepOnly, PartList, PARTS, readWanted } from '../screen/part-list.ts'
import { BUILD_LOCK } from '../screen/build.ts'

/**
 * What opens the app without a network: the page and its first files for everyone, and the screens that pages of this
 * device have asked for. `files` are those of this build whose names do not depend on their content, and the list of
 * all others.
 */
export function keepShell(worker: ServiceWorkerGlobalScope, files: readonly string[]) {
  const listName = files.find((file) => file.includes('/parts-')) ?? ''
  const own = `shell-${listName}`
  let list: Promise<PartList> | null = null
  // read at each start, and kept while the worker runs
  const readList = () =>
    (list ??= (async () => v.parse(PartList, await (await caches.match(listName, { cacheName: own }))?.json()))())

  /** Rejects if what came cannot open the app: the browser then keeps its present worker, and tries this one again. */
  async function install(): Promise<void> {
    for (const [i, wait] of [...INSTALL_WAITS_MS, null].entries()) {
      try {
        // all fetched from the server again, from one moment
        const answers = await Promise.all(files.map((file) => fetch(new Request(file, { cache: 'reload' }))))
        const isOurs = (answer: Response, at: number) =>
          files[at] === '/index.html' ? answer.ok && !answer.redirected : isFile(answer)
        if (!answers.every(isOurs)) throw new Error('shell_unreachable')
        // a portal's page in place of ours, or a page of another build, would be what this device opens with from now
        // on
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
    const buildFiles = await readList()
    const must = new Set(buildFiles.must.flatMap((place) => buildFiles.files[place] ?? []))
    if ((await fetchFiles(must, INSTALL_WAITS_MS)) !== 'all') throw new Error('shell_unreachable')
    // the rest is optional: the page fetches what is missing
    await fetchFiles(filesOf(buildFiles, await readWanted()), [500])
  }

  /**
   * Deletes what older builds left, once no page of theirs is open. A page holds a lock that says which build it is;
   * this waits for pages that have none yet.
   */
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

  /** The page for every address, from this build; a device that has lost it asks the server. */
  const page = async (request: Request): Promise<Response> =>
    (await caches.match('/index.html', { cacheName: own })) ?? fetch(request)

  /**
   * A file of any build, from here if possible. Used files are kept, except those that the app itself fetches to keep.
   */
  async function part(request: Request, later: (work: Promise<unknown>) => void): Promise<Response> {
    const { pathname } = new URL(request.url)
    const kept = await caches.match(pathname, { ignoreVary: true })
    // an earlier build kept whatever came
    if (kept && isFile(kept)) return kept
    const answer = await fetch(request)
    if (isFile(answer) && request.destination !== '') {
      const copy = answer.clone()
      // without room it is fetched again next time
      later(
        caches
          .open(PARTS)
          .then((cache) => cache.put(pathname, copy))
          .catch(() => undefined),
      )
    }
    return answer
  }

  /** A file whose name is fixed: this build's own. */
  const named = async (request: Request): Promise<Response> =>
    (await caches.match(new URL(request.url).pathname, { cacheName: own, ignoreVary: true })) ?? fetch(request)

  return { install, tidy, page, part, named }
}

const INSTALL_WAITS_MS = [500, 1500, 5000]
