/** A fault put into the engine on purpose: text that stands exactly once in a file, and what stands there instead. */
export type Mutant = {
  readonly name: string
  readonly changes: readonly { readonly file: string; readonly from: string; readonly to: string }[]
  /** Done to the run's database, where a promise stands on the database too. */
  readonly sql?: string
  /** One of those that every `npm test` runs. */
  readonly quick?: true
  /** The test that has to go red, if the programs of the simulation cannot reach the fault: the sign-in page, the disk, the width of a line. */
  readonly by?: string
}

export const one = (
  name: string,
  file: string,
  from: string,
  to: string,
  its: Pick<Mutant, 'by' | 'quick' | 'sql'> = {},
): Mutant => ({ name, changes: [{ file, from, to }], ...its })
