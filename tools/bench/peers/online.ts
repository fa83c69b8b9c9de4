import type { LineOptions } from '../../peers/line.ts'
import type { PeerPage } from '../../peers/run.tsx'
import { addressOf } from '../../../server/app/demo/sign-ins.ts'
import { openDevice } from '../../../tests/journeys/support/device.ts'
import type { TestServer } from '../../../tests/journeys/support/server.ts'
import { callerAt, signIn } from '../lists.ts'
import { CLINIC, onDevice } from '../sync.ts'
import { BEDSIDE, type Contestant } from './peers.ts'
import { builtFile } from './site.ts'

/**
 * The line of the issue: each answer to a batch is delayed by so many ms, and where answers are lost it is one in ten.
 */
const TRIP = 50
const LOSE = 10

/** Takes one measurement: runs the work and records its time. */
export type Take = (question: string, work: () => Promise<number>) => Promise<void>

/**
 * A new device of the clinic's desk: filled, then `changes` are sent, then as many again with lost answers. Returns the
 * number of rows it was filled with.
 */
export async function measureOnline(
  server: TestServer,
  { name }: Contestant,
  changes: number,
  take: Take,
): Promise<number> {
  if (name !== BEDSIDE.name) return onPage(server, name, (page) => ask(page, changes, take))
  return onDevice(server, ({ run }) =>
    ask(
      {
        firstSync: () => run('firstSync'),
        replay: (count, { trip, lose }) => run('replay', count, trip, lose),
      },
      changes,
      take,
    ),
  )
}

type Request = {
  readonly firstSync: () => Promise<{ readonly whole: number; readonly rows: number }>
  readonly replay: (count: number, line: { readonly trip: number; readonly lose: number }) => Promise<number>
}

async function ask(page: Request, changes: number, take: Take): Promise<number> {
  let held = 0
  await take('first sync', async () => {
    const { whole, rows } = await page.firstSync()
    held = rows
    return whole
  })
  if (changes === 0) return held
  await take('changes', () => page.replay(changes, { trip: TRIP, lose: 0 }))
  await take('changes, lossy', () => page.replay(changes, { trip: TRIP, lose: LOSE }))
  return held
}

/**
 * A peer's page on the clinic's own host, as if the server served it: it is loaded without the network, so that its
 * calls have the same origin.
 */
async function onPage<T>(server: TestServer, name: string, work: (page: Request) => Promise<T>): Promise<T> {
  const headers = await signIn(callerAt(server, CLINIC), 'admin', addressOf('clinic', CLINIC))
  const device = await openDevice(server, CLINIC)
  const { page } = device
  try {
    await page.route(/\/(pages|assets)\//, async (route) => {
      const file = await builtFile(new URL(route.request().url()).pathname)
      await (file ? route.fulfill({ contentType: file.type, body: file.body }) : route.abort())
    })
    await device.goto(`/pages/${name}.html`)
    await page.waitForFunction(() => 'peer' in globalThis)
    // requests from here on do not pass the test driver
    await page.evaluate(() => peer().then(() => true))
    await page.unrouteAll()
    const line = (its: Omit<LineOptions, 'headers'>): LineOptions => ({ headers, ...its })
    return await work({
      firstSync: () => page.evaluate(async (its) => (await peer()).firstSync(its), line({ trip: 0, lose: 0 })),
      replay: (count, its) =>
        page.evaluate(async ([n, given]) => (await peer()).replay(n, given), [count, line(its)] as const),
    })
  } finally {
    await device.close()
  }
}

/** Defined in the page. */
declare function peer(): Promise<PeerPage>
