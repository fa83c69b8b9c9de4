/** What one run does. Sizes are the issue's own unless they are given: small ones are for trying the bench out, and are not written down. */
export type Options = {
  /** Visits of the clinic that a first sync brings. */
  readonly visits: number
  /** Visits on the device that starts without a network. */
  readonly cached: number
  readonly changes: number
  readonly rounds: number
  /** Names of the peers that are measured. */
  readonly only: readonly string[] | null
  /** Whether the run is of the sizes, with every peer, so that it may be written into docs/bench. */
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
