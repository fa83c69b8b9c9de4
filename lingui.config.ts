import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig } from '@lingui/cli'
import { formatter } from '@lingui/format-po'
import { LANGUAGES } from './contract/kernel/constants.ts'

const root = dirname(fileURLToPath(import.meta.url))
const gallery = ['src/app/gallery']

/** Words of codes that no sign-in page is answered. */
const OTHER_CODES = 'src/i18n/messages.ts'

/**
 * Every file of ours that may be drawn on a sign-in page: the start and the sign-in, with all they import. Their words are a catalog of their
 * own, so that the page does not wait for others (bench, "first JavaScript").
 */
export const doorFiles = filesBehind(['src/app/main.tsx', 'src/areas/session/sign-in-screen.tsx']).filter(
  (file) => file !== OTHER_CODES,
)

/** The same for the other pages that need no sign-in, which wait for this catalog too. */
export const openFiles = filesBehind(openScreens()).filter((file) => !doorFiles.includes(file))

export default defineConfig({
  sourceLocale: 'en',
  locales: [...LANGUAGES],
  catalogs: [
    { path: '<rootDir>/locales/{locale}/door', include: doorFiles },
    { path: '<rootDir>/locales/{locale}/open', include: openFiles },
    {
      path: '<rootDir>/locales/{locale}/messages',
      include: ['src'],
      exclude: ['**/*.test.*', ...gallery, ...doorFiles, ...openFiles],
    },
    // The gallery's words are loaded with the gallery alone.
    { path: '<rootDir>/locales/{locale}/gallery', include: gallery },
  ],
  // a sentence with people's words in it (src/i18n/trans.tsx)
  runtimeConfigModule: { Trans: ['#trans', 'Trans'] },
  // Without line numbers a catalog changes only when words do.
  format: formatter({ lineNumbers: false }),
})

/** What is loaded for those who are not signed in; the gallery has all its words with it. */
function openScreens(): string[] {
  const routes = readFileSync(join(root, 'src/app/open-routes.tsx'), 'utf8')
  const loaded = [...routes.matchAll(/import\('(\.[^']+)'\)/g)].map(([, file = '']) => join('src/app', file))
  return loaded.filter((file) => !gallery.some((folder) => file.startsWith(`${folder}/`)))
}

/** The files and what they import, and what that imports, also later; only the page of addresses leads elsewhere. */
function filesBehind(entries: readonly string[]): string[] {
  const found = new Set<string>()
  const visit = (file: string) => {
    if (found.has(file) || !existsSync(join(root, file))) return
    found.add(file)
    const text = readFileSync(join(root, file), 'utf8')
    const now = text.matchAll(/^(?:import|export)\s(?!type\s)(?:[^'"`;]*?from\s*)?'(\.[^']+\.tsx?)'/gm)
    const later = /^src\/app\/(\w+-)?routes\.tsx$/.test(file) ? [] : text.matchAll(/\bimport\('(\.[^']+\.tsx?)'\)/g)
    for (const [, name = ''] of [...now, ...later]) visit(relative(root, join(root, dirname(file), name)))
  }
  for (const entry of entries) visit(entry)
  return [...found].filter((file) => file.startsWith('src/')).toSorted()
}
