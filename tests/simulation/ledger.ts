import { rowOf, type QueuedCall } from '../../contract/calls.ts'
import type { BatchCall } from '../../contract/sync/sync.ts'

/**
 * A change that someone made on a device, as the test remembers it: recorded outside of everything under test (TRUST
 * G5).
 */
export type Intent = {
  readonly id: string
  readonly person: string
  readonly device: string
  readonly call: QueuedCall
  /** Its place in the order of the whole program. */
  readonly n: number
  /** ISO, by the device's clock; goes into the server's audit. */
  readonly madeAt: string
  /** The same by the true clock, epoch ms. */
  readonly at: number
}

export type Ledger = ReturnType<typeof openLedger>

/** Every intent ends once (I2); what a person decided about one is recorded here too. */
export function openLedger() {
  const intents = new Map<string, Intent>()
  const discarded = new Set<string>()
  const replaced = new Map<string, string>()
  /** Changes whose success the restored copy does not know. */
  const undone = new Set<string>()
  /** Changes whose device was cleared after they were answered: no device sends them again. */
  const forgotten = new Set<string>()
  const broken: string[] = []
  /** Each change as it was last sent, which is how it must be sent again. */
  const frozen = new Map<string, BatchCall>()
  /** How often each change got another base version after it had been sent. */
  const rebased = new Map<string, number>()
  /** The highest base version with which each change was sent: a lost success may belong to any. */
  const highest = new Map<string, number>()
  let n = 0
  return {
    intents,
    discarded,
    replaced,
    undone,
    forgotten,
    /** A person was signed out of a device, which deletes what was answered there. */
    cleared: (device: string, person: string) => {
      for (const intent of intents.values())
        if (intent.device === device && intent.person === person) forgotten.add(intent.id)
    },
    broken,
    frozen,
    rebased,
    highest,
    /** A change that melted into an earlier one has its id and is no new intent. */
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
    /** Records something that must never happen, observed on the way. */
    breaks: (what: string) => void broken.push(what),
  }
}
