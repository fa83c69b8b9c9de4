import { globSync } from 'node:fs'
import { basename, join } from 'node:path'
import { defineConfig } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'

const root = import.meta.dirname

/** A page for each peer; one worker serves all of them without a network. */
export default defineConfig({
  root,
  publicDir: false,
  worker: { format: 'es' },
  plugins: [
    VitePWA({
      injectRegister: null,
      manifest: false,
      workbox: {
        globPatterns: ['**/*.{html,js,wasm}'],
        maximumFileSizeToCacheInBytes: 20_000_000,
        ignoreURLParametersMatching: [/./],
        navigateFallback: null,
        clientsClaim: true,
        skipWaiting: true,
      },
    }),
  ],
  build: {
    target: 'es2024',
    chunkSizeWarningLimit: 5_000,
    rolldownOptions: {
      input: Object.fromEntries(
        globSync('pages/*.html', { cwd: root }).map((file) => [basename(file, '.html'), join(root, file)]),
      ),
    },
  },
})
