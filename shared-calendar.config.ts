import { join } from 'node:path'
import { defineConfig } from 'vite'

const root = import.meta.dirname

/**
 * Builds the script of a shared calendar's page (issue 35, 11) beside the app, of which it loads nothing. Its names do
 * not change, so the server writes them into the page; a browser asks each time whether they are still current.
 */
export default defineConfig({
  root,
  publicDir: false,
  build: {
    outDir: join(root, 'dist'),
    emptyOutDir: false,
    target: 'es2023',
    cssCodeSplit: false,
    modulePreload: false,
    sourcemap: false,
    rolldownOptions: {
      input: join(root, 'src/shared-calendar/page.ts'),
      output: {
        entryFileNames: 'shared-calendar.js',
        assetFileNames: 'shared-calendar[extname]',
        codeSplitting: false,
      },
    },
  },
})
