import { newId } from '../../contract/kernel/id.ts'

/** A failed opening of a person's database: in which tab, and when (epoch ms of this device). */
type Failure = { readonly tab: string; readonly at: number }

/** The last failed opening, unless one has succeeded since. Call it before an opening begins. */
export function lastFailure(person: string): Failure | null {
  const text = localStorage.getItem(NAME + person)
  if (text === null) return null
  try {
    const kept: unknown = JSON.parse(text)
    return typeof kept === 'object' ? (kept as Failure) : BEFORE // only this file writes it
  } catch {
    return BEFORE
  }
}

export const noteFailure = (person: string): void =>
  localStorage.setItem(NAME + person, JSON.stringify({ tab: thisTab(), at: Date.now() } satisfies Failure))

export const noteOpened = (person: string): void => localStorage.removeItem(NAME + person)

/**
 * Whether a failed opening is the second in a row. Two tabs that fail at the same time, as when a browser starts with
 * both, count as one failure.
 */
export const isTwiceInARow = (before: Failure | null): boolean =>
  before !== null && (before.tab === thisTab() || Date.now() - before.at >= APART_MS)

const NAME = 'bedside-unopened-'
const APART_MS = 10_000
/** An earlier build recorded only that an opening failed. */
const BEFORE: Failure = { tab: '', at: 0 }

/** The same after a reload, which is how a person tries again. */
function thisTab(): string {
  if (typeof sessionStorage === 'undefined') return (lone ??= newId())
  const kept = sessionStorage.getItem(TAB) ?? newId()
  sessionStorage.setItem(TAB, kept)
  return kept
}
const TAB = 'bedside-tab'
let lone: string | undefined
