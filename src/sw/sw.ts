/// <reference lib="webworker" />
import { cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { mayUseCamera } from '../../contract/camera.rules.ts'
import { FRESH_TAG, QUEUE_TAG } from '../sync/background.ts'
import { openPushed, showPush } from './push.ts'
import { catchUp, sendQueue } from './send-queue.ts'
import { withCamera } from './camera.ts'
import { takeShare } from './share.ts'
import { answerFace, isFace, keepFace } from './face.ts'

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: Parameters<typeof precacheAndRoute>[0] }

/** The shell opens at any address without a network. Answers of the API are never cached here (rule 94): Dexie holds the records. */
cleanupOutdatedCaches()
precacheAndRoute(self.__WB_MANIFEST)
const shell = createHandlerBoundToURL('index.html')
// the pages that may use the camera have that right from the server's headers (TRUST D7), which the kept shell has only of its own address
registerRoute(
  ({ request, url }) => request.mode === 'navigate' && mayUseCamera(url.pathname),
  async (options) => withCamera(await shell(options)),
)
registerRoute(
  new NavigationRoute(shell, {
    denylist: [/^\/api/, /^\/socket\.io/, /^\/manifest/, /^\/icon-/, /^\/dev\/outbox/, /^\/pay\/test\//],
  }),
)

/** The clinic's name and icons come from the server, by host; the last ones are kept for when there is none (rule 94). */
registerRoute(
  ({ url }) => url.origin === location.origin && isFace(url),
  ({ request }) => answerFace(request),
)
self.addEventListener('install', (event) => event.waitUntil(keepFace()))

/** Another app on this device shares files with this one. */
registerRoute(
  ({ url }) => url.pathname === '/share',
  ({ request }) => takeShare(request),
  'POST',
)

self.addEventListener('message', (event) => {
  if (event.data?.type === 'SKIP_WAITING') void self.skipWaiting()
})

/** The network is back and no tab may be open: what waits is sent from here (SYNC "Tabs and worker"). */
self.addEventListener('sync', (event) => {
  const { tag, waitUntil } = event as SyncEvent
  if (tag === QUEUE_TAG) waitUntil.call(event, sendQueue())
})

/** Now and then, where the browser does that: the day is here before the app is opened. */
self.addEventListener('periodicsync', (event) => {
  const { tag, waitUntil } = event as SyncEvent
  if (tag === FRESH_TAG) waitUntil.call(event, catchUp())
})

self.addEventListener('push', (event) => event.waitUntil(showPush(self, event.data?.text() ?? null)))
self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(openPushed(self, event.notification.data?.url))
})

/** Background Sync's event, which TypeScript's worker library does not know. */
type SyncEvent = ExtendableEvent & { readonly tag: string }
