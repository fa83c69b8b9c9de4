/** A deliberate fault in the engine: text that occurs exactly once in a file, and its replacement. */
export type Mutant = {
  readonly name: string
  readonly changes: readonly { readonly file: string; readonly from: string; readonly to: string }[]
  /** Runs in the run's database, if a promise depends on the database too. */
  readonly sql?: string
  /** Part of every `npm test`. */
  readonly quick?: true
  /**
   * The test that must fail, if the programs of the simulation cannot reach the fault: the sign-in page, the disk, the
   * width of a line.
   */
  readonly by?: string
}

export const one = (
  name: string,
  file: string,
  from: string,
  to: string,
  options: Pick<Mutant, 'by' | 'quick' | 'sql'> = {},
): Mutant => ({ name, changes: [{ file, from, to }], ...options })
