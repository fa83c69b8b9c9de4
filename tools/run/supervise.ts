import { availableParallelism } from 'node:os'
import { endingCode, runChild, runWorker, say } from './child.ts'

/**
 * Runs the server until it ends by itself: with 0, or with 1 after it has said why it cannot run (a bad setting, a
 * taken port, a data folder in use, a wrong password). Any other end is a crash, and it is restarted. `BEDSIDE_WORKERS`
 * processes share one port; when one ends for good, all do.
 */
export async function supervise(): Promise<number> {
  const workers = workersAsked(process.env['BEDSIDE_WORKERS'])
  if (workers === 1) return keepUp(() => runChild(process.execPath, ['server/app/main.ts'], { channel: true }))
  say(`${workers} processes`)
  const all = Array.from({ length: workers }, (_, n) =>
    keepUp(() => runWorker('server/app/main.ts', { BEDSIDE_WORKER: String(n) })),
  )
  const code = await Promise.race(all)
  process.kill(process.pid, 'SIGTERM')
  return Math.max(code, ...(await Promise.all(all)))
}

/** An invalid number of processes is passed to the server, which reports it. */
function workersAsked(setting = ''): number {
  if (setting.trim() === 'auto') return availableParallelism()
  return /^([1-9]|[1-5]\d|6[0-4])$/.test(setting.trim()) ? Number(setting) : 1
}

async function keepUp(run: () => Promise<number>): Promise<number> {
  const crashes: number[] = []
  for (;;) {
    const code = await run()
    if (code === 0 || code === 1) return code
    if (endingCode() !== undefined) return code

    const minuteAgo = Date.now() - 60_000
    if (crashes.filter((time) => time > minuteAgo).length === MOST_A_MINUTE) {
      say(`the server died again (${code}), ${MOST_A_MINUTE + 1} times within a minute: giving up`)
      return 1
    }
    crashes.push(Date.now())
    say(`the server died (${code}): starting it again`)
  }
}

const MOST_A_MINUTE = 5
