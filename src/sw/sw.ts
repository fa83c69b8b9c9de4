/// <reference lib="webworker" />
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { crashOf } from '../../contract/crash/crash.rules.ts'
import { queueCrash, sendCrashes } from '../areas/crash/commands-queue.ts'
import { buildOf } from '../screen/build.ts'
import { mayUseCamera } from '../../contract/kernel/camera.rules.ts'
import { FRESH_TAG, QUEUE_TAG } from '../sync/background.ts'
import { openPushed, showPush } from './push.ts'
import { catchUp, sendQueue } from './send-queue.ts'
import { withCamera } from './camera.ts'
import { hearHalf } from './key-halves.ts'
import { takeShare } from './share.ts'
import { keepShell } from './shell.ts'
import { answerFace, isFace, keepFace } from './face.ts'

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: readonly { readonly url: string }[] }

/**
 * The shell opens at any address without a network. API answers are never cached here (rule 94): Dexie holds the
 * records.
 */
const kept = self.__WB_MANIFEST.map(({ url }) => `/${url}`)
const shell = keepShell(self, kept)
self.addEventListener('install', (event) => event.waitUntil(shell.install()))
self.addEventListener('activate', (event) => event.waitUntil(shell.tidy()))
registerRoute(
  ({ url }) => url.origin === location.origin && url.pathname.startsWith('/assets/'),
  ({ request, event }) => shell.part(request, (work) => event.waitUntil(work)),
)
registerRoute(
  ({ url, request }) => url.origin === location.origin && request.mode !== 'navigate' && kept.includes(url.pathname),
  ({ request }) => shell.named(request),
)
// pages that may use the camera get that permission from the server's headers (TRUST D7), which the kept shell has only
// for its own address
registerRoute(
  ({ request, url }) => request.mode === 'navigate' && mayUseCamera(url.pathname),
  async ({ request }) => withCamera(await shell.page(request)),
)
/** Pages that the server renders for everyone (server/app/site); no address of the app begins with a language. */
const PUBLIC_PAGES = /^\/(?:(?:tr|en|de|ru)(?:\/|$)|embed\/|site[/.]|sitemap|robots\.txt)/
registerRoute(
  new NavigationRoute(({ request }) => shell.page(request), {
    denylist: [/^\/api/, /^\/socket\.io/, /^\/manifest/, /^\/icon-/, /^\/dev\/outbox/, /^\/pay\/test\//, PUBLIC_PAGES],
  }),
)

/**
 * The clinic's name and icons come from the server, by host; the last ones are kept for times without a network (rule
 * 94).
 */
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
  else if (event.data?.type === 'TIDY') event.waitUntil(shell.tidy())
  else hearHalf(event.data, event.ports[0])
})

/** The network is back and no tab may be open: this sends what waits (SYNC "Tabs and worker"). */
self.addEventListener('sync', (event) => {
  const { tag, waitUntil } = event as SyncEvent
  if (tag === QUEUE_TAG) waitUntil.call(event, Promise.all([sendQueue(), sendCrashes()]))
})

/** Now and then, if the browser supports it: the day is here before the app is opened. */
self.addEventListener('periodicsync', (event) => {
  const { tag, waitUntil } = event as SyncEvent
  if (tag === FRESH_TAG) waitUntil.call(event, catchUp())
})

/** The worker reports its own faults as the page does. */
async function keepFault(error: unknown) {
  const build = buildOf(kept.find((file) => file.includes('/parts-')))
  await queueCrash(crashOf(error, { build, route: '/', place: 'worker', origin: location.origin }))
  await sendCrashes()
}
self.addEventListener('error', ({ error }) => void keepFault(error))
self.addEventListener('unhandledrejection', ({ reason }) => void keepFault(reason))

self.addEventListener('push', (event) => event.waitUntil(showPush(self, event.data?.text() ?? null)))
self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(openPushed(self, event.notification.data?.url))
})

/** Background Sync's event, which TypeScript's worker library does not know. */
type SyncEvent = ExtendableEvent & { readonly tag: string }
