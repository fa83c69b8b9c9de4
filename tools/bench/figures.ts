/** Says a figure beside its target, and keeps whether it was met: ` ` by itself, `~` by the yardstick (decision 0010), `!` not. */
export function note(name: string, value: number, unit: string, most: number): void {
  const allowed = unit === 'ms' ? most * yardstick : most
  const here = allowed === most ? '' : `, here ${allowed.toFixed(0)}`
  if (!(value <= allowed)) anyMissed = true
  console.log(
    `${value <= most ? ' ' : value <= allowed ? '~' : '!'} ${name}: ${value.toFixed(value < 10 ? 2 : 0)} ${unit} (at most ${most}${here})`,
  )
}

/** What a bare piece of work takes here, and took where the targets were set, both ms; for all figures until the next. A faster machine loosens nothing. */
export function measureBy(name: string, here: number, there: number): void {
  yardstick = Math.max(1, here / there)
  console.log(
    `  yardstick: ${name} takes ${here.toFixed(0)} ms, ${there} where the targets were set: ${(here / there).toFixed(2)} ×`,
  )
}

export function endYardstick(): void {
  yardstick = 1
}

export const missed = (): boolean => anyMissed

export const median = (values: readonly number[]): number => at(values, 0.5)
export const p95 = (values: readonly number[]): number => at(values, 0.95)

const at = (values: readonly number[], part: number) =>
  values.toSorted((a, b) => a - b)[Math.ceil(values.length * part) - 1] ?? Number.NaN

let yardstick = 1
let anyMissed = false
