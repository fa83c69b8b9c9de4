import * as v from 'valibot'
import { DEFAULT_LANGUAGE } from '../../contract/kernel/constants.ts'
import { PushData } from '../../contract/push/push.ts'
import { PUSH_WORDS } from '../../contract/push/push.words.ts'
import { readLanguage, readSession } from '../api/session.ts'
import { catchUp } from './send-queue.ts'

type Shell = Pick<ServiceWorkerGlobalScope, 'registration' | 'clients' | 'navigator'>

/**
 * Handles a push: sends what waits and fetches what is new, so that its record opens without a network, and then shows
 * a notification. It always shows one, even if no one is signed in, the network is gone or the push cannot be read,
 * because a browser ends a subscription after silent pushes (rule 95). The words are the worker's own, in the device's
 * language.
 */
export async function showPush({ registration, navigator }: Shell, payload: string | null): Promise<void> {
  const data = read(payload)
  const unread = await soon(catchUp()).catch(() => null)
  const language = (await readLanguage().catch(() => null)) ?? (await readSession().catch(() => null))?.person.lang
  const { title, body } = PUSH_WORDS[language ?? DEFAULT_LANGUAGE][data.event]
  await registration.showNotification(title, {
    body,
    data: { url: data.url },
    // a second one of the same kind and record replaces the first
    tag: `${data.event} ${data.url}`,
    icon: '/icon-192.png',
    lang: language ?? DEFAULT_LANGUAGE,
  })
  if (unread !== null) await navigator.setAppBadge?.(unread).catch(() => undefined)
}

/** Handles a press: one of our windows opens the record, also offline; if there is none, a new one does. */
export async function openPushed({ clients }: Shell, url: unknown): Promise<void> {
  const path = typeof url === 'string' && /^\/(?!\/)/.test(url) ? url : '/notify'
  const windows = await clients.matchAll({ type: 'window', includeUncontrolled: true })
  const window = windows.find(({ visibilityState }) => visibilityState === 'visible') ?? windows[0]
  if (!window) return void (await clients.openWindow(path))
  window.postMessage({ type: 'OPEN', url: path })
  // fails if the browser thinks that no one pressed anything: the record is open all the same
  await window.focus().catch(() => undefined)
}

/** An unreadable push still becomes a notification. */
function read(payload: string | null): PushData {
  try {
    return v.parse(PushData, JSON.parse(payload ?? ''))
  } catch {
    return { event: 'practice', url: '/notify' }
  }
}

/** Browsers give a push a few seconds; a slow line must not prevent the notification. */
const soon = <T>(work: Promise<T>): Promise<T | null> =>
  Promise.race([work, new Promise<null>((resolve) => setTimeout(resolve, WAIT_MS, null))])

const WAIT_MS = 8000
