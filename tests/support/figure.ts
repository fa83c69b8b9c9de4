import { appendFileSync } from 'node:fs'

/** The goals of TRUST.md, and of issue 29 ("Must be seen"), whose figures stand in `docs/operated.md`. */
export type Goal = 'G6' | 'G11' | 'G12' | 'G13' | 'G14' | 'G15' | 'G19' | 'G20'
export type Figure = { readonly goal: Goal; readonly words: string; readonly value: string }

/** Keeps what a test measured, for `npm run soak -- --report`, which names a file for it; elsewhere nothing is kept. */
export function figure(goal: Goal, words: string, value: number, unit = ''): void {
  const to = process.env['BEDSIDE_FIGURES']
  if (!to) return
  const line: Figure = { goal, words, value: `${Math.round(value).toLocaleString('en')}${unit && ` ${unit}`}` }
  appendFileSync(to, `${JSON.stringify(line)}\n`)
}
