import { rowOf, type QueuedCall } from '../../contract/calls.ts'
import type { BatchCall } from '../../contract/sync/sync.ts'

/** A change someone made on a device, as the test remembers it: kept outside of everything that is tested (TRUST G5). */
export type Intent = {
  readonly id: string
  readonly person: string
  readonly device: string
  readonly call: QueuedCall
  /** The order it was made in, over the whole program. */
  readonly n: number
  /** ISO, as the device's clock said; goes into the server's audit. */
  readonly madeAt: string
  /** The same by the true clock, epoch ms. */
  readonly at: number
}

export type Ledger = ReturnType<typeof openLedger>

/** Every intent ends once (I2); what a person decided about one is written down here too. */
export function openLedger() {
  const intents = new Map<string, Intent>()
  const discarded = new Set<string>()
  const replaced = new Map<string, string>()
  /** Changes whose yes the restored copy does not know any more. */
  const undone = new Set<string>()
  /** Changes whose device was cleared after they were answered: it offers them to no one. */
  const forgotten = new Set<string>()
  const broken: string[] = []
  /** Each change as it last left, which is how it has to leave again. */
  const frozen = new Map<string, BatchCall>()
  /** How often each was given another version to be judged by after it had left. */
  const rebased = new Map<string, number>()
  /** The highest version each left to be judged by: a yes that got lost may be of any. */
  const highest = new Map<string, number>()
  let n = 0
  return {
    intents,
    discarded,
    replaced,
    undone,
    forgotten,
    /** A person was signed out of a device, which takes what is answered there. */
    cleared: (device: string, person: string) => {
      for (const intent of intents.values())
        if (intent.device === device && intent.person === person) forgotten.add(intent.id)
    },
    broken,
    frozen,
    rebased,
    highest,
    /** A change melted into an earlier one bears that one's id and is no new intent. */
    made: (intent: Omit<Intent, 'n'>) => {
      const before = intents.get(intent.id)
      if (!before) return void intents.set(intent.id, { ...intent, n: ++n })
      if (rowOf(intent.call).writes?.coalesce !== 'edit')
        broken.push(`I2: ${intent.call} melted into ${before.call} ${before.id}, and has effects of its own`)
    },
    /** *Try again* gave it a new id; it keeps its place. */
    again: (old: string, id: string) => {
      const before = intents.get(old)
      if (!before) return void broken.push(`I2: ${old} was tried again and nobody had made it`)
      replaced.set(old, id)
      intents.set(id, { ...before, id })
    },
    /** Something that may never happen, seen on the way. */
    breaks: (what: string) => void broken.push(what),
  }
}
