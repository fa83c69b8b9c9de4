/**
 * Prints a figure that does not depend on the machine (a ratio to a baseline of the same run, bytes, requests) with its
 * limit, and records whether it was met: ` ` or `!`.
 */
export const hold = (name: string, value: number, unit: HeldUnit, most: number): void =>
  judge(name, value, unit, value <= most, `at most ${most}`)

/** The same for a figure that has a lower limit. */
export const holdLeast = (name: string, value: number, unit: string, least: number): void =>
  judge(name, value, unit, value >= least, `at least ${least}`)

function judge(name: string, value: number, unit: string, isMet: boolean, limit: string): void {
  if (!isMet) anyMissed = true
  console.log(`${isMet ? ' ' : '!'} ${name}: ${digits(value)} ${unit} (${limit})`)
}

/**
 * Prints what this machine took today next to the goal. It is not judged, since another machine, or this one
 * next week, gives another figure (decision 0122).
 */
export function say(name: string, value: number, unit: 'ms' | 's', goal: number): void {
  console.log(`  ${name}: ${digits(value)} ${unit} (goal ${goal})`)
}

/**
 * Prints a piece of work next to its baseline, the same work reduced to what cannot be left out. Both are measured in
 * turn, in ms; the medians are compared.
 */
export function holdAgainst(name: string, times: readonly number[], floor: readonly number[], most: number): void {
  hold(`${name}, against its floor`, median(times) / median(floor), '×', most)
  console.log(`    ${spread(times)} ms, the floor ${spread(floor)} ms`)
}

/** From the smallest to the largest measurement. */
export const spread = (all: readonly number[]): string => `${digits(Math.min(...all))} to ${digits(Math.max(...all))}`

/** Units that are the same on every machine. Memory is among them, since it is the process's own. */
type HeldUnit = '×' | '%' | 'B' | 'kB' | 'MB' | 'requests' | 'kinds'

export const missed = (): boolean => anyMissed

export const median = (values: readonly number[]): number => at(values, 0.5)
export const p95 = (values: readonly number[]): number => at(values, 0.95)

const at = (values: readonly number[], part: number) =>
  values.toSorted((a, b) => a - b)[Math.ceil(values.length * part) - 1] ?? Number.NaN

const digits = (value: number) => value.toFixed(value < 10 ? 2 : 0)

let anyMissed = false
