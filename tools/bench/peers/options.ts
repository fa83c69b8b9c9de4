/**
 * The options of a run. Sizes are those of the issue by default; smaller ones are for trying the bench out and are not
 * written down.
 */
export type Options = {
  /** Visits of the clinic in a first sync. */
  readonly visits: number
  /** Visits on the device that starts without a network. */
  readonly cached: number
  readonly changes: number
  readonly rounds: number
  /** The names of the peers to measure. */
  readonly only: readonly string[] | null
  /** Whether the run has the sizes and every peer, so that it may be written to docs/bench. */
  readonly isWhole: boolean
}

/** `--fifty`, `--visits n`, `--cached n`, `--changes n`, `--rounds n`, `--only plain,rxdb`. */
export function optionsOf(args: readonly string[]): Options {
  const after = (name: string) => {
    const at = args.indexOf(name)
    return at < 0 ? undefined : args[at + 1]
  }
  const visits = after('--visits')
  const cached = after('--cached')
  const changes = after('--changes')
  const only = after('--only')
  return {
    visits: Number(visits ?? (args.includes('--fifty') ? 50_000 : 10_000)),
    cached: Number(cached ?? 50_000),
    changes: Number(changes ?? 1_000),
    rounds: Number(after('--rounds') ?? 3),
    only: only?.split(',') ?? null,
    isWhole: ![visits, cached, changes, only].some((given) => given !== undefined),
  }
}
