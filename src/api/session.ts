import {
  COOKIE_PATH,
  COOKIE_SAME_SITE,
  COOKIE_SECONDS,
  LANGUAGES,
  type Language,
  type STORED_KEYS,
} from '../../contract/kernel/constants.ts'
import type { LoginType } from '../../contract/session/session.ts'
import type { SessionRecord } from './session-record.ts'
import { forgetUnsealed, keepSealed, opened } from './sealed-token.ts'
import { keepOwner, keepUntil } from './owners.ts'
import { isOpen, isWorn, LIFE_MS } from './session-life.ts'
import { changeInSessionStore, CURRENT, inSessionStore, SESSION_DATABASE, type KeptSession } from './session-store.ts'

/** The record, or null. An expired token counts as none, though the person's work stays. */
export async function readSession(now = Date.now()): Promise<SessionRecord | null> {
  // all readers at a start share one read
  reading ??= inSessionStore<KeptSession | undefined>('readonly', (store) => store.get(CURRENT)).finally(
    () => (reading = null),
  )
  const found = await reading
  return found && isOpen(found, now) ? opened(found) : null
}

export async function writeSession(record: SessionRecord): Promise<void> {
  reading = null
  if (record.shared) await keepSealed(record)
  else {
    await inSessionStore('readwrite', (store) => store.put(record, CURRENT))
    keep('user-token', record.token)
    keep('user-session', record.session)
  }
  await keepOwner(record)
  keepHint(true)
  if (record.clinicId) keep('user-clinic', record.clinicId)
  announce()
}

/**
 * The server has just accepted this token: the device stays open for seven days from now (rule 89), however long ago
 * its person signed in. Written at most once an hour. The server decides how long the token itself lasts (TRUST D2).
 */
export async function renewSession(token: string, now = Date.now()): Promise<void> {
  const found = await inSessionStore<KeptSession | undefined>('readonly', (store) => store.get(CURRENT))
  if (!found || !isWorn(found, now) || opened(found).token !== token) return
  const expiresAt = now + LIFE_MS
  const isStill = (its: KeptSession) => its.person.id === found.person.id && its.expiresAt === found.expiresAt
  const after = await changeInSessionStore<KeptSession>(CURRENT, (its) =>
    its && isStill(its) ? { ...its, expiresAt } : its,
  )
  if (after?.expiresAt !== expiresAt) return
  reading = null
  await keepUntil(after.person.id, expiresAt, after.offset)
  if (after.shared) return
  keep('user-token', after.token)
  keep('user-session', after.session)
}

/**
 * A session that has expired by this device's clock, as stored: the clock may be wrong, and the server knows whether
 * the token is still valid. Null on a shared device, where the token is encrypted.
 */
export async function readOverdue(): Promise<SessionRecord | null> {
  const found = await inSessionStore<KeptSession | undefined>('readonly', (store) => store.get(CURRENT))
  return found?.token && !isOpen(found, Date.now()) ? opened(found) : null
}

/**
 * SPEC §8: on 401 the token is deleted, and nothing else: the person's work waits for them. A tab that learns late that
 * `only` is invalid leaves the token of whoever has signed in since.
 */
export async function dropToken(only?: string): Promise<void> {
  if (only !== undefined) {
    const found = await inSessionStore<KeptSession | undefined>('readonly', (store) => store.get(CURRENT))
    if (found && opened(found).token !== only) return
  }
  reading = null
  forgetUnsealed()
  await inSessionStore('readwrite', (store) => store.delete(CURRENT))
  keepHint(false)
  forget('user-token')
  forget('user-session')
  // the number on the icon was theirs; a browser that refuses this has shown none
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

/** Calls `listener` on each sign-in and sign-out in any tab of this host. */
export function onSessionChange(listener: () => void): () => void {
  const channel = new BroadcastChannel(SESSION_DATABASE)
  channel.onmessage = () => {
    reading = null
    listener()
  }
  local.addEventListener('change', listener)
  return () => {
    channel.close()
    local.removeEventListener('change', listener)
  }
}

/** The current read, as long as nothing has been written since it began. */
let reading: Promise<KeptSession | undefined> | null = null

const LANGUAGE = 'language'
const local = new EventTarget()

function announce() {
  local.dispatchEvent(new Event('change'))
  const channel = new BroadcastChannel(SESSION_DATABASE)
  channel.postMessage(null)
  channel.close()
}

/**
 * Whether someone is signed in, for a start that must not wait for a database (`public/boot.js`); it contains no name.
 */
function keepHint(isSignedIn: boolean) {
  if (!hasDocument) return
  if (isSignedIn) localStorage.setItem('signed-in', '1')
  else localStorage.removeItem('signed-in')
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
