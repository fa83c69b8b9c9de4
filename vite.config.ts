import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin'
import babel from '@rolldown/plugin-babel'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { chunks } from './tools/chunks.ts'
import { importMap } from './tools/import-map.ts'
import { parts } from './tools/parts.ts'
import { quickStart } from './tools/start.ts'

const server = 'http://127.0.0.1:3000'
/** The Host header passes unchanged: the server resolves the clinic from it (SPEC §1). */
const asIs = { target: server, changeOrigin: false }

export default defineConfig({
  plugins: [
    react(),
    lingui({ failOnCompileError: true }),
    babel({ presets: [linguiTransformerBabelPreset()] }),
    quickStart(),
    importMap(),
    parts(),
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'src/sw',
      filename: 'sw.ts',
      // The manifest and the icons come from the server, by host (SPEC §1).
      manifest: false,
      registerType: 'prompt',
      injectRegister: false,
      injectManifest: {
        // what the worker must know by name; all else it finds in the list of parts (tools/parts.ts)
        globPatterns: ['index.html', 'boot.js', 'warm.js', 'assets/parts-*.json'],
      },
    }),
  ],
  resolve: {
    // the build whose worker is a file of its own, as our Content-Security-Policy asks (TRUST D7)
    alias: [{ find: /^mapbox-gl$/, replacement: 'mapbox-gl/dist/mapbox-gl-csp.js' }],
  },
  build: {
    target: 'es2023',
    // oklch and nesting reach the browser as written: a fallback in sRGB would undo the tokens' proven contrast.
    cssTarget: ['chrome123', 'firefox128', 'safari17.5'],
    cssCodeSplit: false,
    // a change in one file renames that file, not all that import it (decision 0085)
    chunkImportMap: true,
    // every browser with such maps and our styles knows it
    modulePreload: { polyfill: false },
    sourcemap: false,
    rolldownOptions: {
      output: {
        chunkFileNames: ({ name }) => `assets/${name.split('~')[0]}-[hash].js`,
        codeSplitting: {
          // each group holds all of ours that its modules need or finds it in an earlier one; libraries stay with the bundler
          includeDependenciesRecursively: false,
          groups: [
            // a change of ours leaves the libraries as they are, on devices too
            { name: 'first-libraries', tags: ['$initial'], test: /node_modules/ },
            { name: 'first', tags: ['$initial'] },
            ...chunks,
            { name: 'icons', test: /lucide-react/, entriesAware: true, entriesAwareMergeThreshold: 16_000 },
          ],
        },
      },
    },
  },
  server: {
    allowedHosts: ['.localhost'],
    proxy: { '/api': asIs, '/manifest': asIs, '/icon-': asIs, '/socket.io': { ...asIs, ws: true } },
  },
})
