/** Says what no machine changes (a ratio to a floor of the same run, bytes, requests) beside what it may be at most, and keeps whether it was met: ` ` or `!`. */
export function hold(name: string, value: number, unit: HeldUnit, most: number): void {
  const isMet = value <= most
  if (!isMet) anyMissed = true
  console.log(`${isMet ? ' ' : '!'} ${name}: ${digits(value)} ${unit} (at most ${most})`)
}

/** Says what this machine took today beside the goal of the issues. It is judged by no one: another machine, or this one next week, says another figure (decision 0122). */
export function say(name: string, value: number, unit: 'ms' | 's', goal: number): void {
  console.log(`  ${name}: ${digits(value)} ${unit} (goal ${goal})`)
}

/**
 * Says a work beside its floor: the same work of the same run, with nothing but what no one could leave out. Both are measured in turn, ms; the middle
 * of each is held against the other.
 */
export function holdAgainst(name: string, times: readonly number[], floor: readonly number[], most: number): void {
  hold(`${name}, against its floor`, median(times) / median(floor), '×', most)
  console.log(`    ${spread(times)} ms, the floor ${spread(floor)} ms`)
}

/** From the least to the most of what was measured. */
export const spread = (all: readonly number[]): string => `${digits(Math.min(...all))} to ${digits(Math.max(...all))}`

/** Units that are the same everywhere. Memory is here too: it is the process's own. */
type HeldUnit = '×' | '%' | 'B' | 'kB' | 'MB' | 'requests' | 'kinds'

export const missed = (): boolean => anyMissed

export const median = (values: readonly number[]): number => at(values, 0.5)
export const p95 = (values: readonly number[]): number => at(values, 0.95)

const at = (values: readonly number[], part: number) =>
  values.toSorted((a, b) => a - b)[Math.ceil(values.length * part) - 1] ?? Number.NaN

const digits = (value: number) => value.toFixed(value < 10 ? 2 : 0)

let anyMissed = false
