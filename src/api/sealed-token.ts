import { toBase64Url } from '../../contract/kernel/base64url.ts'
import { hashOf, readLeft } from './left.ts'
import type { SessionRecord } from './session-record.ts'
import { changeInSessionStore, CURRENT, inSessionStore, type KeptSession } from './session-store.ts'

/**
 * The token of a person who shares this device (decision 0046). On the disk it is only encrypted with their key, next
 * to the hash of a secret by which the server locks the session; the secret is encrypted too. A person with the locked
 * device therefore has neither, and one who copied the token while it was unlocked has half.
 */
export type TokenSeal = {
  /** Null without the key. */
  readonly close: (person: string, secret: string) => Uint8Array | null
  readonly open: (person: string, box: Uint8Array) => string | null
}

/**
 * What encrypts with the key in memory; the page sets it once (`src/areas/session/commands-shared.ts`). Without it a
 * device is locked.
 */
export const sealTokensWith = (tokenSeal: TokenSeal) => void (seal = tokenSeal)
let seal: TokenSeal | null = null

/** The encrypted part. `secrets`: what the server may have locked the session by, the secret of the next lock last. */
type Secret = { readonly token: string; readonly session: string; readonly secrets: readonly string[] }

/** The token of a person who has signed in before the earlier key is opened: only in this page, until `sealToken`. */
let unsealed: SessionRecord | null = null
export const forgetUnsealed = () => void (unsealed = null)

/** The record with its token if the key is available, otherwise without. */
export function opened({ box, lock: _, told: __, ...record }: KeptSession): SessionRecord {
  if (!record.shared) return record
  // written before tokens were encrypted: the next unlock encrypts it
  if (!box) return record.token || unsealed?.person.id !== record.person.id ? record : unsealed
  const secret = secretIn(record.person.id, box)
  if (!secret) return record
  const { token, session, secrets } = secret
  const unlock = secrets.slice(0, -1).join(',')
  return { ...record, token, session, ...(unlock && { unlock }) }
}

/** Writes the record of a shared device: its token encrypted, or not at all. */
export async function keepSealed({ unlock: _, ...record }: SessionRecord): Promise<void> {
  const { id } = record.person
  const fresh = newSecret()
  const lock = await hashOf(fresh)
  unsealed = record
  await changeInSessionStore<KeptSession>(CURRENT, (before) => {
    const clear = { ...record, token: '', session: '' }
    const known = before?.box && before.person.id === id ? secretIn(id, before.box) : null
    // in the same session only what is next to the token has changed
    if (before?.box && (record.token === '' || known?.token === record.token))
      return { ...clear, box: before.box, ...(before.lock && { lock: before.lock }), told: before.told ?? false }
    const { token, session } = record
    const box = token ? closed(id, { token, session, secrets: [fresh] }) : null
    if (box) unsealed = null
    return { ...clear, ...(box && { box, lock }), told: false }
  })
  forgetPlain()
}

/**
 * After unlocking: the next lock uses a new secret, and from now on requests show those by which the server may have
 * locked the session. Also encrypts a token that could not be encrypted before.
 */
export async function sealToken(): Promise<void> {
  const fresh = newSecret()
  const lock = await hashOf(fresh)
  await changeInSessionStore<KeptSession>(CURRENT, (stored) => {
    if (!stored?.shared) return stored
    const { id } = stored.person
    const before = stored.box ? secretIn(id, stored.box) : null
    const { token, session } = opened(stored)
    if (!token || (stored.box && !before)) return stored
    // if the server confirmed a secret it holds that one; otherwise it may have received any of them
    const secrets = [...(before?.secrets.slice(stored.told ? -1 : -MOST_SECRETS + 1) ?? []), fresh]
    const box = closed(id, { token, session, secrets })
    if (!box) return stored
    unsealed = null
    return { ...stored, token: '', session: '', box, lock, told: false }
  })
  forgetPlain()
}

/** What a locked device sends to the server about the session it cannot open; null if there is nothing to send. */
export async function lockWord(): Promise<{
  readonly token: string
  readonly lock: string
  readonly told: boolean
} | null> {
  const session = await inSessionStore<KeptSession | undefined>('readonly', (store) => store.get(CURRENT))
  const left = session && (await readLeft()).find(({ person }) => person === session.person.id)
  return session?.lock && left ? { token: left.hash, lock: session.lock, told: session.told ?? false } : null
}

/** The server has confirmed it. */
export const noteTold = (lock: string) =>
  changeInSessionStore<KeptSession>(CURRENT, (session) =>
    session?.lock === lock ? { ...session, told: true } : session,
  )

const closed = (person: string, secret: Secret) => seal?.close(person, JSON.stringify(secret)) ?? null
function secretIn(person: string, box: Uint8Array): Secret | null {
  const text = seal?.open(person, box)
  return text ? (JSON.parse(text) as Secret) : null // written above
}

/** SPEC's keys and cookies are for a personal device: on a shared one any script could read them while it is locked. */
function forgetPlain() {
  if (typeof document === 'undefined') return
  for (const key of ['user-token', 'user-session']) {
    localStorage.removeItem(key)
    document.cookie = `${key}=; Max-Age=0; Path=/`
  }
}

const newSecret = () => toBase64Url(crypto.getRandomValues(new Uint8Array(32)).buffer)
/** As many as the server checks. */
const MOST_SECRETS = 16
