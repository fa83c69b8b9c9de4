import { isMessageCode } from '../../contract/kernel/messages.ts'
import type { Problem } from '../db/entry.ts'

/** What an answer means for the entry it was for (SYNC "Answers"). Pure; nothing but `done` and a person's word ends an entry. */
export type Verdict =
  | { readonly kind: 'done' }
  | { readonly kind: 'park'; readonly problem: Omit<Problem, 'at'> }
  | { readonly kind: 'retry'; readonly after: number | null }
  | { readonly kind: 'stop'; readonly because: 'signed-out' | 'app-too-old' }

export type Answered = { readonly status: number; readonly body: unknown; readonly retryAfter?: number | null }

/** `removes`: it was to take a record away. One that is gone already, or out of this person's sight, is what they wanted (SYNC "Answers"). */
export function verdict({ status, body, retryAfter = null }: Answered, removes = false): Verdict {
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

/** Answers of the server that it has done nothing: said before a change is looked at, or when its transaction did not come about. A 500 does not say so. */
export const saysNotTaken = (status: number) => NOT_TAKEN.has(status)
const NOT_TAKEN: ReadonlySet<number> = new Set([401, 425, 426, 429, 503])

/** Full jitter, 1 s to 60 s, or as long as the server asked for. ms. */
export function backoff(attempts: number, after: number | null, random: () => number = Math.random): number {
  if (after !== null) return Math.min(after * 1000, LONGEST_WAIT_MS)
  return 1000 + random() * Math.min(59_000, 1000 * 2 ** Math.min(attempts, 6))
}

/** Nothing waits longer than that for its next try: what seems to was given its time by a clock that has been set back since. */
export const LONGEST_WAIT_MS = 3_600_000

/** SYNC "the same 5xx 20 times over a day while others pass". */
export const isStuck = (attempts: number, madeAt: string, now: number) =>
  attempts >= 20 && now - Date.parse(madeAt) > 86_400_000

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
