import { isMessageCode } from '../../contract/kernel/messages.ts'
import type { Problem } from '../db/entry.ts'

/** What an answer means for its entry (SYNC "Answers"). Pure; only `done` and a person's decision end an entry. */
export type Verdict =
  | { readonly kind: 'done' }
  | { readonly kind: 'park'; readonly problem: Omit<Problem, 'at'> }
  | { readonly kind: 'retry'; readonly after: number | null }
  | { readonly kind: 'stop'; readonly because: 'signed-out' | 'app-too-old' }

export type ServerAnswer = { readonly status: number; readonly body: unknown; readonly retryAfter?: number | null }

/**
 * `removes`: the change removes a record. If that is gone already, or no longer visible to this person, they have what
 * they wanted (SYNC "Answers").
 */
export function verdict({ status, body, retryAfter = null }: ServerAnswer, removes = false): Verdict {
  const { refused, status: _, ...details } = isObject(body) ? body : {}
  const code = typeof refused === 'string' && isMessageCode(refused) ? refused : null
  if (status >= 200 && status < 300)
    return isObject(body) && body['status'] === true ? { kind: 'done' } : { kind: 'retry', after: null }
  if (removes && (status === 404 || status === 410) && code !== null) return { kind: 'done' }
  if (status === 401) return { kind: 'stop', because: 'signed-out' }
  if (status === 426) return { kind: 'stop', because: 'app-too-old' }
  if (status === 412) return { kind: 'park', problem: { kind: 'conflict', status, code, details } }
  if (status === 403 || status === 404 || status === 409 || status === 410 || status === 422)
    return { kind: 'park', problem: { kind: 'refused', status, code, details } }
  if (status === 408 || status === 425 || status === 429 || status >= 500) return { kind: 'retry', after: retryAfter }
  return { kind: 'park', problem: { kind: 'fault', status, code, details } }
}

/**
 * Whether the status means that the server has done nothing: said before it looks at a change, or when its transaction
 * failed to start. A 500 does not mean that.
 */
export const saysNotTaken = (status: number) => NOT_TAKEN.has(status)
const NOT_TAKEN: ReadonlySet<number> = new Set([401, 425, 426, 429, 503])

/** Full jitter, 1 s to 60 s, or as long as the server asked for; ms. */
export function backoff(attempts: number, after: number | null, random: () => number = Math.random): number {
  if (after !== null) return Math.min(after * 1000, LONGEST_WAIT_MS)
  return 1000 + random() * Math.min(59_000, 1000 * 2 ** Math.min(attempts, 6))
}

/**
 * Nothing waits longer than this for its next attempt: a longer wait was set by a clock that has been set back since.
 */
export const LONGEST_WAIT_MS = 3_600_000

/** SYNC "the same 5xx 20 times over a day while others pass". */
export const isStuck = (attempts: number, madeAt: string, now: number) =>
  attempts >= 20 && now - Date.parse(madeAt) > 86_400_000

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
