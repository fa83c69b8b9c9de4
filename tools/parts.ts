import { createHash } from 'node:crypto'
import type { Plugin, Rolldown } from 'vite'
import { LANGUAGES } from '../contract/kernel/constants.ts'
import type { PartList } from '../src/screen/part-list.ts'

/**
 * Writes down which files of the build each screen needs (`src/screen/part-list.ts`), from the bundler's own graph of modules: what a screen
 * loads at once, and what it may load later. Pages of addresses load every screen and are not gone through; words come by language. The
 * list's name holds its hash, and is told to the page by `index.html`: it is the name of the build.
 */
export const parts = (): Plugin => ({
  name: 'parts',
  apply: 'build',
  enforce: 'post',
  generateBundle: {
    // after the builder has made the page and dropped empty files
    order: 'post',
    handler(_, bundle) {
      infos.clear()
      graph = (id) => {
        if (!infos.has(id)) infos.set(id, copyOf(this.getModuleInfo(id)))
        return infos.get(id) ?? null
      }
      const page = bundle['index.html']
      if (page?.type !== 'asset') throw new Error('the build has no page')
      const source = JSON.stringify(listParts(bundle, String(page.source)))
      const fileName = `assets/parts-${createHash('sha256').update(source).digest('base64url').slice(0, 8)}.json`
      this.emitFile({ type: 'asset', fileName, source })
      page.source = String(page.source).replace('<html ', `<html data-parts="/${fileName}" `)
    },
  },
})

type Info = Pick<Rolldown.ModuleInfo, 'importedIds' | 'dynamicallyImportedIds'>
/** The module's data, read once, since each call to the bundler makes a copy. */
const copyOf = (info: Info | null): Info | null =>
  info && { importedIds: [...info.importedIds], dynamicallyImportedIds: [...info.dynamicallyImportedIds] }
const infos = new Map<string, Info | null>()
let graph: (id: string) => Info | null = () => null

/**
 * Modules for maps and charts: megabytes that show in a picture what the page also says in words, loaded when they are
 * viewed.
 */
const ON_USE = /\/node_modules\/(?:maplibre-gl|mapbox-gl|recharts|world-atlas|@zxcvbn-ts)\//
const ADDRESSES = /\/src\/app\/(?:main|(?:\w+-)?routes)\.tsx$/
const WORDS = /\/locales\/(\w+)\/(?:door|open|messages)\.po$/
const SCREEN = /-screen\.tsx$|\/app\/frame\.tsx$/
/** The screen that opens before sign-in, and the part that keeps all others on the device. */
const DOOR = 'SignInScreen'
const WORKER = ['/src/screen/update.ts', '/workbox-window/']

function listParts(bundle: Rolldown.OutputBundle, page: string): PartList {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
  const assets = Object.values(bundle).filter(
    ({ fileName, type }) => type === 'asset' && fileName.startsWith('assets/'),
  )
  const home = new Map(chunks.flatMap((chunk) => chunk.moduleIds.map((id) => [id, chunk] as const)))
  const doors = new Map(
    chunks.flatMap((chunk) => (chunk.facadeModuleId ? [[chunk.facadeModuleId, chunk] as const] : [])),
  )

  const ofChunks = (wanted: Iterable<Rolldown.OutputChunk>): Set<string> => {
    const names = new Set<string>()
    const visit = (chunk: Rolldown.OutputChunk) => {
      if (names.has(chunk.fileName)) return
      names.add(chunk.fileName)
      for (const { fileName } of assets)
        if (/worker/.test(fileName) && chunk.code.includes(fileName.slice('assets/'.length))) names.add(fileName)
      for (const name of chunk.imports) if (bundle[name]?.type === 'chunk') visit(bundle[name])
    }
    for (const chunk of wanted) visit(chunk)
    return names
  }
  const ofModule = (id: string, later: boolean) =>
    ofChunks([...behind(id, later)].flatMap((each) => [home.get(each) ?? [], doors.get(each) ?? []].flat()))

  const words = Object.fromEntries(LANGUAGES.map((language) => [language, new Set<string>()]))
  const openWords = new Set<string>()
  const screens: Record<string, Set<string>> = {}
  for (const [id, chunk] of doors) {
    const language = WORDS.exec(id)?.[1]
    if (language && words[language]) for (const name of ofChunks([chunk])) words[language].add(name)
    if (language && /(?:door|open)\.po$/.test(id)) for (const name of ofChunks([chunk])) openWords.add(name)
    if (!SCREEN.test(id)) continue
    for (const name of chunk.exports.filter((each) => /^(?:\w+Screen|Frame)$/.test(each))) {
      if (screens[name]) throw new Error(`two screens are called ${name}`)
      screens[name] = ofModule(id, true)
    }
  }
  const first = ofChunks(chunks.filter(({ fileName }) => page.includes(`src="/${fileName}"`)))
  const door = [...doors.keys()].find((id) => id.endsWith('/session/sign-in-screen.tsx'))
  const worker = [...doors.keys()].filter((id) => WORKER.some((each) => id.includes(each)))
  if (first.size === 0) throw new Error('the page names none of our files')
  if (!screens[DOOR] || !screens['Frame'] || !door || worker.length !== WORKER.length)
    throw new Error('the sign-in page, the frame or what keeps them is no file of its own')
  const letters = (script: string) =>
    assets.flatMap(({ fileName: name }) => (name.includes(`-sans-${script}-standard`) ? [name] : []))
  for (const name of letters('cyrillic')) words['ru']?.add(name)
  const styles = assets.flatMap(({ fileName }) => (fileName.endsWith('.css') ? [fileName] : []))

  const files = new Set<string>()
  const numbered = (names: Iterable<string>) => {
    const all = [...files.union(new Set(names))]
    for (const name of names) files.add(name)
    return [...new Set(names)].map((name) => all.indexOf(name)).toSorted((a, b) => a - b)
  }
  const must = numbered(new Set([...first, ...styles, ...openWords]))
  const shell = numbered([
    ...ofModule(door, false),
    ...worker.flatMap((id) => [...ofModule(id, false)]),
    ...letters('latin'),
    ...letters('latin-ext'),
  ])
  return {
    must,
    shell: shell.filter((each) => !must.includes(each)),
    screens: Object.fromEntries(Object.entries(screens).map(([name, its]) => [name, numbered(its)])),
    words: Object.fromEntries(Object.entries(words).map(([language, its]) => [language, numbered(its)])),
    // parts loaded on use are listed too: files that are not here belong to an older build
    files: [...files, ...new Set([...chunks, ...assets].map(({ fileName }) => fileName)).difference(files)].map(
      (name) => `/${name}`,
    ),
  }
}

/**
 * The module and everything it loads statically; with `later` also what it loads dynamically, except what is loaded
 * only when viewed.
 */
function behind(entry: string, later: boolean): ReadonlySet<string> {
  const ids = new Set<string>()
  const visit = (id: string) => {
    if (ids.has(id)) return
    ids.add(id)
    const info = graph(id)
    info?.importedIds.forEach(visit)
    if (!later || ADDRESSES.test(id)) return
    for (const each of info?.dynamicallyImportedIds ?? []) if (!WORDS.test(each) && !isOnUse(each)) visit(each)
  }
  visit(entry)
  return ids
}

const onUse = new Map<string, boolean>()
function isOnUse(id: string): boolean {
  const known = onUse.get(id) ?? [...behind(id, false)].some((each) => ON_USE.test(each))
  onUse.set(id, known)
  return known
}
