import type { Target } from '../../contract/kernel/effect.ts'
import type { CallName } from '../../contract/calls.ts'
import { asPerson } from '../db/transaction.ts'
import { openSet, type Member } from '../db/set.ts'
import { Refused } from '../kernel/refused.ts'
import type { Who } from '../identity/who.ts'
import type { Answer } from './answer.ts'
import type { Deps, Handler } from './handler.ts'
import { outside, type Admitted, type SideEffects } from './loop.ts'
import { isBusy, isKept } from './refusal.ts'
import { keepRefusal, write } from './write.ts'

/** Changes of one person whose rows set `join`, each of another record and under another key. */
export type Changes = readonly Admitted[]

type Means = {
  readonly tell: (touched: readonly Target[]) => Promise<void>
  /** Runs one of them alone, as if it had come alone. */
  readonly alone: (change: Admitted) => Promise<Answer>
  /** The answer if the work after the commit has failed. */
  readonly failed: (call: CallName, error: unknown) => Answer
}

/**
 * Runs many changes in one transaction, and returns the answers in their order (decision 0107). Each runs the code that
 * it runs alone; statements that several run at the same time run once. A change that fails the set leaves it and runs
 * alone; if it is not known which one that is, the set is halved. Nothing that was rolled back has been answered, and
 * its keys are free.
 */
export async function answerTogether(
  deps: Deps,
  who: Who,
  changes: Changes,
  means: Means,
  tries = { left: MOST_TRIES },
): Promise<Answer[]> {
  if (changes.length < 2 || tries.left-- <= 0) return eachAlone(changes, means)
  const tried = await tryAll(deps, who, changes, means)
  if (tried.kind === 'done') return tried.answers
  if (isBusy(tried.error)) return eachAlone(changes, means)
  const { leaving } = tried
  if (leaving.size) {
    const stay = changes.filter((change) => !leaving.has(change))
    const kept = await answerTogether(deps, who, stay, means, tries)
    const rest = await eachAlone([...leaving], means) // in their order
    return changes.map((change) => (leaving.has(change) ? rest : kept).shift()!)
  }
  const middle = Math.ceil(changes.length / 2)
  const first = await answerTogether(deps, who, changes.slice(0, middle), means, tries)
  return [...first, ...(await answerTogether(deps, who, changes.slice(middle), means, tries))]
}

type Tried =
  | { readonly kind: 'done'; readonly answers: Answer[] }
  /** Rolled back: `leaving` are those known to have caused it. */
  | { readonly kind: 'undone'; readonly error: unknown; readonly leaving: ReadonlySet<Admitted> }

async function tryAll(deps: Deps, who: Who, changes: Changes, { tell, failed }: Means): Promise<Tried> {
  let leaving = new Set<Admitted>()
  let done: readonly Done[] = []
  try {
    await asPerson(deps.requests, who, async (client) => {
      const set = openSet(client)
      const members = changes.map(() => set.member())
      const ended = await Promise.allSettled(
        changes.map((change, i) => within(deps, who, change, members[i]!, set.failure)),
      )
      const failure = set.failure()
      leaving = new Set(changes.filter((_, i) => (failure ? members[i]!.hasBroken() : ended[i]!.status === 'rejected')))
      if (failure) throw failure
      const no = ended.find((each) => each.status === 'rejected')
      if (no) throw no.reason
      done = ended.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
    })
  } catch (error) {
    return { kind: 'undone', error, leaving }
  }
  const touched = done.flatMap((each) => each.touched)
  if (touched.length) await tell(touched)
  const answers: Answer[] = []
  for (const [i, { response, effects }] of done.entries())
    answers.push(
      await after(effects).then(
        () => response,
        (error: unknown) => failed(changes[i]!.request.call, error),
      ),
    )
  return { kind: 'done', answers }
}

const after = async ({ afterwards }: SideEffects) => {
  for (const work of afterwards) await work()
}

type Done = { readonly response: Answer; readonly effects: SideEffects; readonly touched: readonly Target[] }

/**
 * One change of the set. A refusal before anything was written is stored with its line, and does not affect the others.
 */
async function within(
  deps: Deps,
  who: Who,
  { row, request, input }: Admitted,
  { db, hasWritten }: Member,
  failure: () => Error | null,
): Promise<Done> {
  const effects: SideEffects = { cookies: [], afterwards: [], recorded: [] }
  const touched: Target[] = []
  const handler = deps.handlers[request.call] as Handler<CallName> // a row that joins does no work ahead (handlers.unit.test.ts)
  const work = () => handler(input, { ...outside(deps, request, effects), db })
  try {
    return { response: await write(db, row, request, who, work, touched, effects.recorded), effects, touched }
  } catch (error) {
    if (!(error instanceof Refused) || !isKept(error) || hasWritten() || failure()) throw error
    return {
      response: await keepRefusal(db, row, request, who, error, effects.recorded),
      effects: { ...effects, afterwards: [] },
      touched: [],
    }
  }
}

const eachAlone = (changes: Changes, { alone }: Means): Promise<Answer[]> => inLanes(changes, alone)

/** Runs a few at any time, the next as soon as one is done; returns the answers in the order of the calls. */
export async function inLanes<T, A>(calls: readonly T[], run: (each: T) => Promise<A>): Promise<A[]> {
  const answers: A[] = []
  const left = calls.entries()
  const lane = async () => {
    for (const [i, each] of left) answers[i] = await run(each)
  }
  await Promise.all(Array.from({ length: LANES }, lane))
  return answers
}

/** How many of the connections for requests one batch may hold. */
const LANES = 4

/** Attempts for one batch: enough to find one among a hundred by halving. */
const MOST_TRIES = 16
