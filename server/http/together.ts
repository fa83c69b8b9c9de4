import type { Target } from '../../contract/kernel/effect.ts'
import type { CallName } from '../../contract/calls.ts'
import { asPerson } from '../db/transaction.ts'
import { openSet, type Member } from '../db/set.ts'
import { Refused } from '../kernel/refused.ts'
import type { Who } from '../identity/who.ts'
import type { Answer } from './answer.ts'
import type { Deps, Handler } from './handler.ts'
import { outside, type Admitted, type Said } from './loop.ts'
import { isBusy, isKept } from './refusal.ts'
import { keepRefusal, write } from './write.ts'

/** Changes of one person whose rows say that they `join`, each of another record and under another key. */
export type Changes = readonly Admitted[]

type Means = {
  readonly tell: (touched: readonly Target[]) => Promise<void>
  /** Does one of them by itself, as it is done where it comes alone. */
  readonly alone: (change: Admitted) => Promise<Answer>
  /** The answer where what comes after the commit has failed. */
  readonly failed: (call: CallName, error: unknown) => Answer
}

/**
 * Many changes in one transaction, with the answers in their order (decision 0107). Each runs the code that it runs alone; what they ask at the
 * same time is asked once. A change that the set cannot keep leaves it and is done by itself; where it cannot be told which one that is, the
 * set is halved. What was undone has been answered to nobody, and its keys are free.
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
  /** Undone: `leaving` are those that it is known of that they broke it. */
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
  for (const [i, { given, said }] of done.entries())
    answers.push(
      await after(said).then(
        () => given,
        (error: unknown) => failed(changes[i]!.asked.call, error),
      ),
    )
  return { kind: 'done', answers }
}

const after = async ({ afterwards }: Said) => {
  for (const work of afterwards) await work()
}

type Done = { readonly given: Answer; readonly said: Said; readonly touched: readonly Target[] }

/** One change of the set. A no before anything was written is kept with its line, and undoes nothing of the others'. */
async function within(
  deps: Deps,
  who: Who,
  { row, asked, input }: Admitted,
  { db, hasWritten }: Member,
  failure: () => Error | null,
): Promise<Done> {
  const said: Said = { cookies: [], afterwards: [], recorded: [] }
  const touched: Target[] = []
  const handler = deps.handlers[asked.call] as Handler<CallName> // a row that joins has no work ahead (handlers.unit.test.ts)
  const work = () => handler(input, { ...outside(deps, asked, said), db })
  try {
    return { given: await write(db, row, asked, who, work, touched, said.recorded), said, touched }
  } catch (error) {
    if (!(error instanceof Refused) || !isKept(error) || hasWritten() || failure()) throw error
    return {
      given: await keepRefusal(db, row, asked, who, error, said.recorded),
      said: { ...said, afterwards: [] },
      touched: [],
    }
  }
}

const eachAlone = (changes: Changes, { alone }: Means): Promise<Answer[]> => inLanes(changes, alone)

/** A few under way at any time, the next as soon as one is done; the answers in the order of the calls. */
export async function inLanes<T, A>(calls: readonly T[], one: (each: T) => Promise<A>): Promise<A[]> {
  const answers: A[] = []
  const left = calls.entries()
  const lane = async () => {
    for (const [i, each] of left) answers[i] = await one(each)
  }
  await Promise.all(Array.from({ length: LANES }, lane))
  return answers
}

/** Connections one batch may hold of those for requests. */
const LANES = 4

/** Sets tried for one batch: enough to find one among a hundred by halving. */
const MOST_TRIES = 16
