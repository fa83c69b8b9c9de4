import {
  COOKIE_PATH,
  COOKIE_SAME_SITE,
  COOKIE_SECONDS,
  LANGUAGES,
  type Language,
  type STORED_KEYS,
} from '../../contract/constants.ts'
import type { LoginType, Person } from '../../contract/session.ts'
import { inSessionStore, SESSION_DATABASE } from './session-store.ts'

/**
 * Who is signed in on this host (SPEC §4, §9). The record lives in a small IndexedDB of its own, since a worker has neither local
 * storage nor a document; SPEC's keys and cookies are written and deleted beside it, in the same functions.
 */
export type SessionRecord = {
  readonly token: string
  readonly session: string
  readonly person: Person
  readonly clinicId: string | null
  /** Epoch ms after which the token opens nothing. */
  readonly expiresAt: number
  /** Server's clock minus this device's, ms (rule 91). */
  readonly offset: number
  /** This person shares this device: their records are sealed, and opened by a key that is only ever in memory (TRUST D17). */
  readonly shared?: boolean
}

/** The record, or null; a token past its time is none, though the person's work stays. */
export async function readSession(now = Date.now()): Promise<SessionRecord | null> {
  // who ask at the same time, as all do at a start, share one reading
  reading ??= inSessionStore<SessionRecord | undefined>('readonly', (store) => store.get(CURRENT)).finally(
    () => (reading = null),
  )
  const found = await reading
  return found && found.expiresAt > now ? found : null
}

export async function writeSession(record: SessionRecord): Promise<void> {
  reading = null
  await inSessionStore('readwrite', (store) => store.put(record, CURRENT))
  keep('user-token', record.token)
  keep('user-session', record.session)
  if (record.clinicId) keep('user-clinic', record.clinicId)
  announce()
}

/**
 * SPEC §8: on 401 the token is deleted. Nothing else is: the person's work waits for them. A tab that learns late that `only` opens
 * nothing leaves the token of whoever has signed in since.
 */
export async function dropToken(only?: string): Promise<void> {
  const found = await inSessionStore<SessionRecord | undefined>('readonly', (store) => store.get(CURRENT))
  if (only !== undefined && found && found.token !== only) return
  reading = null
  await inSessionStore('readwrite', (store) => store.delete(CURRENT))
  forget('user-token')
  forget('user-session')
  // the number on the icon was theirs; a browser may refuse, and has shown none then
  void navigator.clearAppBadge?.().catch(() => undefined)
  announce()
}

/** The language this device shows, for its worker, which sees no cookie. */
export async function readLanguage(): Promise<Language | null> {
  const known = await inSessionStore<unknown>('readonly', (store) => store.get(LANGUAGE))
  return LANGUAGES.find((language) => language === known) ?? null
}
export const keepLanguage = (language: Language): Promise<unknown> =>
  inSessionStore('readwrite', (store) => store.put(language, LANGUAGE))

export const readLoginType = (): LoginType => {
  const kept = localStorage.getItem('user_login_type')
  return kept === 'doctor' || kept === 'patient' ? kept : 'admin'
}
export const keepLoginType = (type: LoginType) => keep('user_login_type', type)

/** Hears of sign-in and sign-off in any tab of this host. */
export function onSessionChange(hear: () => void): () => void {
  const channel = new BroadcastChannel(SESSION_DATABASE)
  channel.onmessage = () => {
    reading = null
    hear()
  }
  local.addEventListener('change', hear)
  return () => {
    channel.close()
    local.removeEventListener('change', hear)
  }
}

/** The reading under way, as long as nothing has been written since it began. */
let reading: Promise<SessionRecord | undefined> | null = null

const CURRENT = 'current'
const LANGUAGE = 'language'
const local = new EventTarget()

function announce() {
  local.dispatchEvent(new Event('change'))
  const channel = new BroadcastChannel(SESSION_DATABASE)
  channel.postMessage(null)
  channel.close()
}

const hasDocument = typeof document !== 'undefined'
const attributes = () =>
  `Path=${COOKIE_PATH}; SameSite=${COOKIE_SAME_SITE}${location.protocol === 'https:' ? '; Secure' : ''}`

function keep(key: (typeof STORED_KEYS)[number], value: string) {
  if (!hasDocument) return
  localStorage.setItem(key, value)
  document.cookie = `${key}=${encodeURIComponent(value)}; Max-Age=${COOKIE_SECONDS}; ${attributes()}`
}

function forget(key: (typeof STORED_KEYS)[number]) {
  if (!hasDocument) return
  localStorage.removeItem(key)
  document.cookie = `${key}=; Max-Age=0; ${attributes()}`
}
