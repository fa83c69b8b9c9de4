import type { Plugin, Rolldown } from 'vite'
import { LANGUAGES } from '../contract/kernel/constants.ts'
import { FRAME, VISITS } from './chunks.ts'

/**
 * What makes a start on the list of visits quick (the issue "Messages and the installed app", Speed). Our own files of it are compiled whole
 * while they come down, beside the page: left alone, a browser compiles each function of a screen at its first call, at every start. Of the
 * libraries most is never called in a start, and stays as it is (decision 0011). And public/boot.js is told the files of the frame, of its landing and of each
 * language's words, so that they come down beside the first file, which would ask for them when it has run. Browsers that do not know the
 * comment do as before.
 */
export const quickStart = (): Plugin => ({
  name: 'quick-start',
  apply: 'build',
  enforce: 'post',
  generateBundle: {
    // after what the builder itself puts in front
    order: 'post',
    handler(_, bundle) {
      for (const file of Object.values(bundle))
        if (file.type === 'chunk' && EARLY.has(file.name)) file.code = `${COMPILED_WHOLE}\n${file.code}`
    },
  },
  transformIndexHtml: { order: 'post', handler: (html, { bundle }) => (bundle ? tellBoot(html, bundle) : html) },
})

const EARLY = new Set(['kit', 'frame', 'visits'])
/** It counts as the first line only. */
const COMPILED_WHOLE = '//# allFunctionsCalledOnLoad'

function tellBoot(html: string, bundle: Rolldown.OutputBundle): string {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
  const filesOf = (found: readonly Rolldown.OutputChunk[]) =>
    new Set(found.flatMap((chunk) => withImports(chunk, bundle)))
  const behind = (ids: readonly string[], without: ReadonlySet<string>) => {
    const found = chunks.filter(({ facadeModuleId }) => ids.some((id) => facadeModuleId?.endsWith(id)))
    if (found.length !== ids.length) throw new Error(`not each a file of its own: ${ids.join(', ')}`)
    return filesOf(found).difference(without)
  }
  const first = filesOf(chunks.filter(({ isEntry }) => isEntry))
  const frame = behind([FRAME], first)
  const letters = Object.keys(bundle).find((file) => file.includes('latin-ext'))
  if (!letters) throw new Error('no file of the letters beyond Latin-1')
  const fileGroups = {
    letters: [letters],
    frame,
    landing: behind([VISITS], first.union(frame)),
    ...Object.fromEntries(
      LANGUAGES.map((language) => [
        language,
        behind([`${language}/door.po`, `${language}/open.po`, `${language}/messages.po`], first),
      ]),
    ),
  }
  const attributes = Object.entries(fileGroups).map(([name, files]) => `data-${name}="${[...files].join(' ')}"`)
  return html.replace('src="/boot.js"', `src="/boot.js" ${attributes.join(' ')}`)
}

/** The files of a chunk and of all that it imports. */
function withImports(chunk: Rolldown.OutputChunk, bundle: Rolldown.OutputBundle): readonly string[] {
  const files = new Set<string>()
  const visit = (file: string) => {
    const found = bundle[file]
    if (files.has(file) || found?.type !== 'chunk') return
    files.add(file)
    found.imports.forEach(visit)
  }
  visit(chunk.fileName)
  return [...files]
}
