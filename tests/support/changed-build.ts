import { writeFile } from 'node:fs/promises'
import { build, type Plugin } from 'vite'

/** A text in one source file, and its replacement. */
export type Change = { readonly file: string; readonly from: string; readonly to: string }
/** A file of code in the build, whether it contains only libraries, and which files it imports. */
export type Code = { readonly file: string; readonly isLibrary: boolean; readonly imports: readonly string[] }

/**
 * Builds the app as `npm start` does, with changed lines, into another folder: `node changed-build.ts <folder>
 * <changes>`. A file next to the folder lists which modules went into which file. A separate process, because React
 * differs under a test's environment.
 */
const [folder = '', changes = '[]'] = process.argv.slice(2)
const wanted = JSON.parse(changes) as Change[]

const change: Plugin = {
  name: 'change',
  enforce: 'pre',
  transform(code, id) {
    const edit = wanted.find(({ file }) => id.endsWith(file))
    if (!edit) return null
    if (code.split(edit.from).length !== 2) throw new Error(`${edit.file} does not hold once: ${edit.from}`)
    return code.replace(edit.from, edit.to)
  },
}

const tell: Plugin = {
  name: 'tell',
  generateBundle: {
    order: 'post',
    async handler(_, bundle) {
      const code = Object.values(bundle).flatMap((chunk): Code[] => {
        if (chunk.type !== 'chunk') return []
        const { fileName: file, moduleIds, imports } = chunk
        const isLibrary = moduleIds.length > 0 && moduleIds.every((id) => id.includes('node_modules') || id[0] === '\0')
        return [{ file, isLibrary, imports }]
      })
      await writeFile(`${folder}.json`, JSON.stringify(code))
    },
  },
}

await build({ logLevel: 'error', build: { outDir: folder, emptyOutDir: true }, plugins: [change, tell] })
