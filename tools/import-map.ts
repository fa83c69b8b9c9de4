import type { Plugin, Rolldown } from 'vite'

/**
 * The files of the build name one another by names that stay, and the page's import map says which file each is (`build.chunkImportMap`, decision
 * 0085). It stands before the first script of all: `public/boot.js` asks for modules, and a browser takes no map after that. The builder's copy
 * of it beside the page is left out, for the page has it.
 */
export const importMap = (): Plugin => ({
  name: 'import-map',
  apply: 'build',
  enforce: 'post',
  generateBundle: {
    // after the builder has made the page
    order: 'post',
    handler(_, bundle) {
      const page = bundle['index.html']
      if (page?.type !== 'asset') throw new Error('the build has no page')
      page.source = mapFirst(String(page.source), bundle)
      delete bundle['importmap.json']
    },
  },
})

function mapFirst(html: string, bundle: Rolldown.OutputBundle): string {
  const [found, ...more] = [...html.matchAll(/<script type="importmap">(.*?)<\/script>\s*/gs)]
  if (!found || more.length > 0) throw new Error('the page has no import map, or several')
  const [tag, text = ''] = found
  const { imports } = JSON.parse(text) as { imports: Record<string, string> }
  // empty files are in the builder's map but not in the build
  const files = Object.entries(imports).filter(([, file]) => bundle[file.slice(1)])
  const map = JSON.stringify({ imports: Object.fromEntries(files.toSorted()) })
  return html.replace(tag, '').replace('<script', `<script type="importmap">${map}</script>\n    <script`)
}
