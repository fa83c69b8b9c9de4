import { CARDS_HEADER, MOST_CLINICS } from '../../contract/sync/sync.ts'
import { addressOf, MAIL_HOST } from '../../server/app/demo/sign-ins.ts'
import { addClinics } from '../../tests/support/many-clinics.ts'
import type { TestServer } from '../../tests/journeys/support/server.ts'
import { hold, median, say } from './figures.ts'
import { callerAt, signIn } from './lists.ts'

const CLINIC = 'kuzguncuk'
const ROUNDS = 40
const PEOPLE = [
  { who: 'superadmin', host: null, type: 'admin', username: `superadmin@${MAIL_HOST}` },
  { who: 'admin', host: null, type: 'admin', username: `admin@${MAIL_HOST}` },
  { who: 'desk', host: CLINIC, type: 'admin', username: addressOf('clinic', CLINIC) },
  { who: 'doctor', host: CLINIC, type: 'doctor', username: addressOf('doctor', CLINIC) },
  { who: 'patient', host: CLINIC, type: 'patient', username: addressOf('patient', CLINIC) },
] as const

/**
 * What a device costs on a platform of ten thousand clinics, compared with one of five (issue 29, 11). The clinics stay
 * on the server.
 */
export async function reportClinics(server: TestServer): Promise<void> {
  await growTo(server, MOST_CLINICS)
  const few = await measureClinics(server)
  const begun = performance.now()
  await growTo(server, 10_000)
  console.log(`  10,000 clinics made in ${((performance.now() - begun) / 1000).toFixed(0)} s`)
  for (const [at, figures] of (await measureClinics(server)).entries()) {
    const { who, idle, rows, cards, buckets } = few[at]!
    console.log(
      `  ${who}: ${buckets} buckets, now ${figures.buckets}; ${rows} rows of a fill, now ${figures.rows}, of them ${figures.cards} public cards`,
    )
    say(`${who}: a pull with nothing new, at 10,000 clinics`, figures.idle, 'ms', 5)
    hold(`${who}: … against 5`, figures.idle / idle, '×', 1.5)
    // on a large platform a patient's cards are separate buckets (decision 0145)
    if (who === 'patient') hold(`${who}: rows of a fill, against 5`, figures.rows / rows, '×', 1.5)
    else hold(`${who}: buckets held, against 5`, figures.buckets / buckets, '×', 1)
    hold(`${who}: rows of a fill but public cards, against 5`, (figures.rows - figures.cards) / (rows - cards), '×', 1)
  }
}

/**
 * One person's device: median ms of a pull with nothing new, minus an empty call of the same run; rows of a first fill;
 * buckets held.
 */
type Held = {
  readonly who: string
  readonly idle: number
  readonly rows: number
  readonly cards: number
  readonly buckets: number
}

async function measureClinics(server: TestServer): Promise<readonly Held[]> {
  const all: Held[] = []
  for (const { who, host, type, username } of PEOPLE) {
    const call = callerAt(server, host)
    const headers = await signIn(call, type, username)
    let [cursor, rows, cards] = ['', 0, 0]
    const pull = async () => {
      const page = await call(`/api/sync${cursor && `?cursor=${encodeURIComponent(cursor)}`}`, null, {
        ...headers,
        [CARDS_HEADER]: '',
      })
      cursor = String(page['cursor'])
      for (const [table, figures] of Object.entries(page['rows'] as Record<string, unknown[]>)) {
        rows += figures.length
        if (table === 'doctor' || table === 'clinic') cards += figures.length
      }
      return page['more'] === true
    }
    while (await pull());
    const { set } = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as { set: string } // our own cursor
    const [held] = await server.sql<{ n: number }>('select cardinality(buckets) as n from bucket_set where hash = $1', [
      set,
    ])
    const [empty, idle]: [number[], number[]] = [[], []]
    for (let round = 0; round < ROUNDS; round++) {
      empty.push(await took(() => call('/api/auth/type', null, headers)))
      idle.push(await took(pull))
    }
    all.push({ who, idle: median(idle) - median(empty), rows, cards, buckets: held!.n })
  }
  return all
}

/** Adds public clinics until there are this many. */
async function growTo(server: TestServer, many: number): Promise<void> {
  const [there] = await server.sql<{ all: number; grown: number }>(
    `select count(*)::int as all, (count(*) filter (where slug like 'grown-%'))::int as grown from clinic where not private`,
  )
  const { all, grown } = there!
  await addClinics((text, values) => server.sql(text, values), grown, grown + many - all, Date.parse(server.now))
  await server.sql('vacuum analyze')
}

async function took(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  await work()
  return performance.now() - begun
}
