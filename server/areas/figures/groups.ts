import type { FigureGroup } from '../../../contract/figures/figures.lists.ts'

/**
 * What each group is counted by, as SQL over a row with `doctor_id`, `type` and `day`. `cuts`: it divides the hours themselves, so that hours that are
 * offered in two of its parts count in both, and once in the whole.
 */
export const GROUPS: Readonly<Record<FigureGroup, { readonly key: string; readonly cuts?: true }>> = {
  doctor: { key: 'doctor_id' },
  type: { key: 'type', cuts: true },
  weekday: { key: 'extract(isodow from day)::int' },
}
