import * as v from 'valibot'
import { rowOf, type QueuedCall } from '../../contract/calls.ts'
import { effects } from '../../contract/effects.ts'
import type { Writes } from '../../contract/kernel/call.ts'
import type { Entry } from '../db/entry.ts'
import { payloadOf } from './upcast.ts'

/**
 * Whether this build's contract has the call: an entry of a newer build, or of one before a rename, may name another.
 */
export const isKnownCall = (call: string): call is QueuedCall => Object.hasOwn(effects, call)

/** What the contract says of a change's effect; undefined for a call that this build does not know. */
export const writesOf = ({ call }: Pick<Entry, 'call'>): Writes | undefined =>
  isKnownCall(call) ? rowOf(call).writes : undefined

/**
 * Whether this build can read a change: it has the call, and the input has today's shape. Other changes are set aside
 * and explained, never sent and never dropped (`set-apart.ts`).
 */
export function isReadable({ id, call, payload, input }: Pick<Entry, 'id' | 'call' | 'payload' | 'input'>): boolean {
  if (!isKnownCall(call) || payload > payloadOf(call)) return false
  const known = judged.get(nameOf({ id, call, payload }))
  if (known !== undefined) return known
  const fits = v.is(rowOf(call).input, input)
  note({ id, call, payload }, fits)
  return fits
}

/** Marks an input that the contract has just parsed, so that it is not parsed again: a tap waits for it. */
export const noteReadable = (entry: Named): void => note(entry, true)

function note(entry: Named, fits: boolean) {
  if (judged.size >= MOST_JUDGED) judged.clear()
  judged.set(nameOf(entry), fits)
}

type Named = Pick<Entry, 'id' | 'call' | 'payload'>
const nameOf = ({ id, call, payload }: Named) => `${id} ${call} ${payload}`

/** Within one build the result for an entry does not change: only a parsed input ever replaces another. */
const judged = new Map<string, boolean>()
const MOST_JUDGED = 10_000
