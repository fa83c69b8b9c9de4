import type { TestServer } from '../../tests/journeys/support/server.ts'
import { measureDesk } from './desk.ts'
import { hold, holdAgainst, median, p95, say } from './figures.ts'
import { measureOtherDevice } from './pulls.ts'
import { measureCommits, measureSync } from './sync.ts'
import { measureWeek } from './week.ts'

/** The engine's own figures (the issue "Sync engine", Speed), at 10,000 and at 50,000 visits of a clinic; `--sync` measures these alone. */
export async function reportSync(server: TestServer): Promise<void> {
  // before the server is filled, which would fill the doctor's week too
  const { week, shell } = await measureWeek(server)
  for (const [count, first, whole] of [
    [10_000, 300, 2500],
    [50_000, 300, 12_000],
  ] as const) {
    const figures = await measureSync(server, count)
    const of = `of ${figures.rows.toLocaleString('en')} visits`
    noteMiddle(`first sync ${of}, first list`, figures.first, first)
    noteMiddle(`first sync ${of}, whole`, figures.whole, whole)
    holdAgainst(`first sync ${of}`, figures.whole, figures.bareFill, 1.2)
    hold(`pull with nothing new ${of}, requests`, figures.idle.requests, 'requests', 1)
    hold('… bytes', figures.idle.bytes, 'B', 300)
    say('… beyond an empty call, median', figures.idle.server, 'ms', 5)
    say(`save with its entry ${of}, p95`, p95([...figures.saves]), 'ms', 25)
    say('… with the processor slowed 4 ×, p95', p95([...figures.slowSaves]), 'ms', 50)
    say(`a list page ${of}, p95`, p95([...figures.page]), 'ms', 5)
    say(`a doctor’s week of ${figures.inWeek} ${of}, p95`, p95([...figures.week]), 'ms', 40)
    say(
      `unlock of ${figures.unlock.rows.toLocaleString('en')} sealed visits, beyond the key`,
      figures.unlock.sealed,
      'ms',
      800,
    )
    say('… the same not sealed', figures.unlock.plain, 'ms', 800)
    noteMiddle('1,000 changes sent at 50 ms a round trip', figures.replays, 2000)
    noteMiddle('… with one answer in ten lost', figures.lossyReplays, 4000)
    holdAgainst(`1,000 changes sent ${of}`, figures.replays, figures.bareReplays, 1.5)
  }
  await desk(server, 50_000)
  say('a new browser’s start without a network to a week of 637 visits', week, 'ms', 350)
  hold('… against an empty shell', week / shell, '×', 2)
  say('another device holds a change after its yes, p95', await measureOtherDevice(server), 'ms', 500)
  say('feed-stamped commits a second, the longest each may take', 1000 / (await measureCommits(server)), 'ms', 1)
}

/** Prints the median of a few runs of the same work, in ms. */
function noteMiddle(name: string, times: readonly number[], most: number) {
  say(`${name}, the middle of ${times.length}`, median(times), 'ms', most)
  console.log(`  … the slowest ${Math.max(...times).toFixed(0)} ms`)
}

/** The app at a desk with so many visits on the device. */
async function desk(server: TestServer, count: number) {
  const figures = await measureDesk(server, count)
  const among = `in a day of ${figures.rows} among ${count.toLocaleString('en')}`
  say(`tap to painted, ${among}, p95`, p95(figures.taps), 'ms', 33)
  say('… with the processor slowed 4 ×, p95', p95(figures.slowTaps), 'ms', 132)
  say('… to painted in another window, median', median(figures.elsewhere), 'ms', 100)
  console.log(`  … the slowest twentieth ${p95(figures.elsewhere).toFixed(0)} ms`)
  say('longest task of the app while it is filled, 0 for none over 50', figures.filling, 'ms', 50)
  say('longest task of the app while 1,000 changes are sent, 0 for none over 50', figures.sending, 'ms', 50)
}
