import { median } from '../figures.ts'
import { MOST_OTHERS, besideOthers } from './others.ts'

/** One measurement: its duration (ms), and the share of the processor that other processes used meanwhile. */
export type Sample = {
  readonly question: string
  readonly who: string
  readonly ms: number
  readonly others: number
  /** Why there is no time: the peer failed, or hung. */
  readonly failed?: string
}

/** Whether a measurement counts: not if other processes used too much, or if that is unknown. */
const isKept = ({ others, failed }: Sample): boolean => failed === undefined && others <= MOST_OTHERS

/** Collects measurements and prints each. */
export class Samples {
  readonly all: Sample[] = []
  readonly #databasePid: number

  constructor(databasePid: number) {
    this.#databasePid = databasePid
  }

  /**
   * Records the ms that a piece of work reports, so that its surroundings do not count. A failure is recorded as such,
   * and the run continues.
   */
  async take(question: string, who: string, work: () => Promise<number>): Promise<void> {
    const { value, others } = await besideOthers(this.#databasePid, () =>
      inTime(work()).catch((error: unknown) => String(error)),
    )
    const sample: Sample = {
      question,
      who,
      others,
      ...(typeof value === 'number' ? { ms: value } : { ms: 0, failed: value }),
    }
    this.all.push(sample)
    if (sample.failed) console.log(`! ${who}, ${question}: ${sample.failed}`)
    else {
      const left = isKept(sample) ? '' : ', left out'
      console.log(
        `  ${who}, ${question}: ${sample.ms.toFixed(0)} ms (others took ${(others * 100).toFixed(0)} %${left})`,
      )
    }
  }
}

/** Counts a peer that hangs as failed. */
async function inTime<T>(work: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error(`no end in ${MOST_MS / 60_000} minutes`)), MOST_MS)
  try {
    return await Promise.race([work, promise])
  } finally {
    clearTimeout(timer)
  }
}

const MOST_MS = 600_000

/** Summarizes the kept measurements of one question; no `ms` if there are none. */
export function summary(samples: readonly Sample[], question: string, who: string): Summary {
  const ownSamples = samples.filter((sample) => sample.question === question && sample.who === who)
  const kept = ownSamples.filter(isKept).map(({ ms }) => ms)
  return {
    kept: kept.length,
    failed: ownSamples.filter(({ failed }) => failed !== undefined).length,
    leftOut: ownSamples.filter((sample) => !isKept(sample) && sample.failed === undefined).length,
    ...(kept.length > 0 && { ms: { median: median(kept), least: Math.min(...kept), most: Math.max(...kept) } }),
  }
}

export type Summary = {
  readonly kept: number
  readonly leftOut: number
  readonly failed: number
  readonly ms?: { readonly median: number; readonly least: number; readonly most: number }
}
