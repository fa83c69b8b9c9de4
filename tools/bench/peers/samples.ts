import { median } from '../figures.ts'
import { MOST_OTHERS, besideOthers } from './others.ts'

/** One measurement: what took how long (ms), and what part of the processor others took meanwhile. */
export type Sample = {
  readonly question: string
  readonly who: string
  readonly ms: number
  readonly others: number
  /** Why there is no time: the peer failed, or hung. */
  readonly failed?: string
}

/** Whether a measurement counts: it does not where others took too much, nor where that cannot be known. */
const isKept = ({ others, failed }: Sample): boolean => failed === undefined && others <= MOST_OTHERS

/** Keeps what is measured, and says each on the way. */
export class Samples {
  readonly all: Sample[] = []
  readonly #databasePid: number

  constructor(databasePid: number) {
    this.#databasePid = databasePid
  }

  /** Ms of a work as it says itself, so that what is around it does not count. One that fails is noted as that, and the run goes on. */
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

/** A peer that hangs has failed. */
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

/** What the kept measurements of one question come to; no `ms` where none was kept. */
export function summary(samples: readonly Sample[], question: string, who: string): Summary {
  const its = samples.filter((sample) => sample.question === question && sample.who === who)
  const kept = its.filter(isKept).map(({ ms }) => ms)
  return {
    kept: kept.length,
    failed: its.filter(({ failed }) => failed !== undefined).length,
    leftOut: its.filter((sample) => !isKept(sample) && sample.failed === undefined).length,
    ...(kept.length > 0 && { ms: { median: median(kept), least: Math.min(...kept), most: Math.max(...kept) } }),
  }
}

export type Summary = {
  readonly kept: number
  readonly leftOut: number
  readonly failed: number
  readonly ms?: { readonly median: number; readonly least: number; readonly most: number }
}
