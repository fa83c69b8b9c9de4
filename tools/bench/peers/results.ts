import type { Options } from './options.ts'
import type { Contestant } from './peers.ts'
import type { Sample } from './samples.ts'

/** All results of a run. */
export type Results = {
  readonly options: Options
  readonly contestants: readonly Contestant[]
  readonly samples: readonly Sample[]
  /** The rows on a device after its first sync, by app. */
  readonly held: ReadonlyMap<string, number>
}

/** The questions, in the order of the table. */
export const questionsOf = ({ visits, cached, changes }: Options): readonly Question[] => [
  { name: 'first sync', title: `first sync of ${count(visits)} visits`, unit: 's' },
  { name: 'changes', title: `${count(changes)} changes at 50 ms`, unit: 's' },
  { name: 'changes, lossy', title: '… one answer in ten lost', unit: 's' },
  { name: 'start', title: `start without a network to a week of 637 of ${count(cached)}`, unit: 'ms' },
  { name: 'tap', title: 'tap to painted in a day of hundreds, p95', unit: 'ms' },
  { name: 'shell', title: 'start without a network to an empty shell', unit: 'ms' },
]

export type Question = { readonly name: string; readonly title: string; readonly unit: 's' | 'ms' }

export const count = (value: number): string => value.toLocaleString('en')
