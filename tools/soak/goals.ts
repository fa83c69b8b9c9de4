import type { Goal } from '../../tests/support/figure.ts'

/**
 * What `docs/operated.md` answers: the goals of TRUST.md that are about operation, and by what each is held. A run is a
 * file of tests, in it those whose name fits; or a part of the soak.
 */
export type Run = { readonly file: string; readonly tests?: RegExp } | { readonly part: 'load' }
export type OperationGoal = {
  readonly goal: Goal
  readonly title: string
  readonly asks: string
  readonly runs: readonly Run[]
  /** What this run leaves open, and the command or the reason. */
  readonly open?: string
}

export const GOALS: readonly OperationGoal[] = [
  {
    goal: 'G12',
    title: 'Three processes: one killed, one stopped, the database away',
    asks: 'Issue 29, “Must be seen”: nothing lost, nothing doubled, sockets elsewhere within 5 s, no 500.',
    runs: [
      {
        file: 'tests/faults/many.test.ts',
        tests: /^(under load|reminders|password attempts|a process that does not match|BEDSIDE_WORKERS)/,
      },
      { file: 'tests/faults/clock.test.ts' },
    ],
  },
  {
    goal: 'G11',
    title: 'One process under load',
    asks: '300 requests a second for ten minutes, p95 under 150 ms, p99 under 400 ms, no errors, memory flat.',
    runs: [{ part: 'load' }],
    open: 'This load is a hundred desks that each ask for their day every two seconds, fifty requests a second. Ten minutes of it: `npm run soak -- --report --minutes 10`. What a process does at most, and what two do: `npm run bench -- --devices 1000`.',
  },
  {
    goal: 'G13',
    title: 'Sockets',
    asks: 'Told within 1 s, no one told what is not theirs.',
    runs: [
      { file: 'tests/faults/many.test.ts', tests: /^a change in one process/ },
      { file: 'server/http/sockets.test.ts' },
    ],
    open: 'A thousand devices, each with a socket, and how soon they hear: `npm run bench -- --devices 1000` (docs/bench/devices.md).',
  },
  {
    goal: 'G14',
    title: 'More than it can do',
    asks: 'Shed with 503 and `Retry-After`, no 500, back within 10 s.',
    runs: [
      { file: 'tests/faults/database-away.test.ts', tests: /^G6 14/ },
      { file: 'server/http/gate.unit.test.ts' },
      { file: 'tests/faults/left.test.ts' },
    ],
    open: 'A burst of five times what a server can do has no run yet; shown is that requests without a place are told to come again.',
  },
  {
    goal: 'G15',
    title: 'Crashes',
    asks: '200 times kill -9: every accepted change is there, ready again within 5 s.',
    runs: [{ file: 'tests/faults/crash.test.ts' }],
    open: 'Two hundred kills: `npm run soak -- --report --minutes 30`.',
  },
  {
    goal: 'G19',
    title: 'Backup and restore',
    asks: 'Verified by a restore; nothing accepted is lost once its device returns; demo data back within 60 s.',
    runs: [{ file: 'tests/faults/backup.test.ts' }, { file: 'tests/faults/restore.test.ts', tests: /29\.14/ }],
    open: 'A restore of 1 GB is not timed.',
  },
  {
    goal: 'G20',
    title: 'Two starts, and ends',
    asks: 'The second start on one data folder says so within 2 s; SIGTERM, SIGINT and SIGHUP close cleanly.',
    runs: [{ file: 'tests/start.test.ts', tests: /^(G20|R83)/ }, { file: 'tests/faults/stop.test.ts' }],
  },
]

/** The faults of TRUST G6 by number, and the runs that meet each; those of a browser are journeys, which `npm test` runs. */
export const FAULTS: readonly (readonly [fault: string, ...by: Run[]])[] = [
  ['2 s of latency', { file: 'tests/sync/line.test.ts', tests: /two seconds of latency/ }],
  ['8 kB a second', { file: 'tests/sync/line.test.ts', tests: /a slow body/ }],
  ['connections reset', { file: 'tests/sync/line.test.ts', tests: /breaks in the body/ }],
  ['the reply lost after the commit', { file: 'tests/faults/crash.test.ts' }],
  ['a request cut in its body', { part: 'load' }],
  ['silence', { file: 'tests/sync/line.test.ts', tests: /never answers|stalled .+ ends?/ }],
  ['a line that comes and goes', { file: 'tests/simulation/real-line.test.ts' }],
  ['a captive portal', { file: 'tests/sync/line.test.ts', tests: /a portal/ }],
  ['a redirect to a login page', { file: 'tests/sync/line.test.ts', tests: /a redirect/ }],
  ['the websocket alone dead', { file: 'tests/journeys/bad-line.journey.ts' }],
  ['REST alone dead', { file: 'tests/sync/line.test.ts', tests: /403 for everything/ }],
  [
    'kill -9 of a server',
    { file: 'tests/faults/crash.test.ts' },
    { file: 'tests/faults/many.test.ts', tests: /^under load/ },
  ],
  ['SIGTERM during a write', { file: 'tests/faults/many.test.ts', tests: /^under load/ }],
  ['the database away for 30 s', { file: 'tests/faults/database-away.test.ts', tests: /^G6 14/ }],
  ['the database slow', { file: 'tests/attacks/process-stays-up.test.ts', tests: /locked longer/ }],
  ['a full disk', { file: 'tests/faults/backup.test.ts', tests: /a full disk/ }],
  ['a second server started', { file: 'tests/start.test.ts', tests: /a second start/ }],
  ['the event loop blocked', { file: 'tests/faults/many.test.ts', tests: /^under load/ }],
  ['a tab killed', { file: 'tests/journeys/round.journey.ts' }],
  ['two tabs at once', { file: 'src/sync/tabs.test.ts' }],
  ['storage full', { file: 'tests/journeys/not-saved.journey.ts' }],
  ['storage cleared while it is open', { file: 'tests/journeys/storage-lost.journey.ts' }],
  ['another build in the middle of a sync', { file: 'tests/journeys/other-build.journey.ts' }],
  ['another person with work waiting', { file: 'tests/journeys/shared.journey.ts' }],
]
