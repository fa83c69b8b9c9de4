import * as v from 'valibot'
import { DEFAULT_LANGUAGE } from '../../contract/kernel/constants.ts'
import { PushData } from '../../contract/push/push.ts'
import { PUSH_WORDS } from '../../contract/push/push.words.ts'
import { readLanguage, readSession } from '../api/session.ts'
import { catchUp } from './send-queue.ts'

type Shell = Pick<ServiceWorkerGlobalScope, 'registration' | 'clients' | 'navigator'>

/**
 * A push has come: what waits is sent and what is new fetched, so that its record opens without a network, and then a notification is
 * shown: always one, also where nobody is signed in, the network is gone or the push cannot be read (a browser ends a subscription after
 * silent ones, rule 95). The words are the worker's own, in the device's language.
 */
export async function showPush({ registration, navigator }: Shell, payload: string | null): Promise<void> {
  const data = read(payload)
  const unread = await soon(catchUp()).catch(() => null)
  const language = (await readLanguage().catch(() => null)) ?? (await readSession().catch(() => null))?.person.lang
  const { title, body } = PUSH_WORDS[language ?? DEFAULT_LANGUAGE][data.event]
  await registration.showNotification(title, {
    body,
    data: { url: data.url },
    // a second of the same kind and record takes the place of the first
    tag: `${data.event} ${data.url}`,
    icon: '/icon-192.png',
    lang: language ?? DEFAULT_LANGUAGE,
  })
  if (unread !== null) await navigator.setAppBadge?.(unread).catch(() => undefined)
}

/** It was pressed: a window of ours opens the record, offline too; where there is none, a new one. */
export async function openPushed({ clients }: Shell, url: unknown): Promise<void> {
  const path = typeof url === 'string' && /^\/(?!\/)/.test(url) ? url : '/notify'
  const windows = await clients.matchAll({ type: 'window', includeUncontrolled: true })
  const window = windows.find(({ visibilityState }) => visibilityState === 'visible') ?? windows[0]
  if (!window) return void (await clients.openWindow(path))
  window.postMessage({ type: 'OPEN', url: path })
  // not where the browser thinks that nobody pressed anything: the record is open all the same
  await window.focus().catch(() => undefined)
}

/** What cannot be read is a notification all the same. */
function read(payload: string | null): PushData {
  try {
    return v.parse(PushData, JSON.parse(payload ?? ''))
  } catch {
    return { event: 'practice', url: '/notify' }
  }
}

/** Browsers give a push some seconds; a slow line must not keep the notification from being shown. */
const soon = <T>(work: Promise<T>): Promise<T | null> =>
  Promise.race([work, new Promise<null>((resolve) => setTimeout(resolve, WAIT_MS, null))])

const WAIT_MS = 8000
