/// <reference lib="webworker" />
import { cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: Parameters<typeof precacheAndRoute>[0] }

/** The shell opens at any address without a network. Answers of the API are never cached here (rule 94): Dexie holds the records. */
cleanupOutdatedCaches()
precacheAndRoute(self.__WB_MANIFEST)
registerRoute(
  new NavigationRoute(createHandlerBoundToURL('index.html'), {
    denylist: [/^\/api/, /^\/socket\.io/, /^\/manifest/, /^\/icon-/, /^\/dev\/outbox/],
  }),
)

/** The clinic's name and icons come from the server, by host; the last ones are kept for when there is none (DESIGN "worker"). */
registerRoute(
  ({ url }) => url.origin === location.origin && /^\/(manifest\.webmanifest|icon-[\w-]+\.png)$/.test(url.pathname),
  async ({ request }) => {
    const cache = await caches.open('host-face')
    try {
      const response = await fetch(request)
      if (response.ok) await cache.put(request, response.clone())
      return response
    } catch {
      return (await cache.match(request)) ?? Response.error()
    }
  },
)

self.addEventListener('message', (event) => {
  if (event.data?.type === 'SKIP_WAITING') void self.skipWaiting()
})
