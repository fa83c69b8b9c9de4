import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** Ends what hangs: on a busy machine a start on a new database takes half a minute. */
const START_MS = 120_000

/**
 * The server as it runs in production, in a separate process that can be killed; resolves once it answers. `base`: its
 * address on this machine.
 */
export async function startServerProcess(
  base: string,
  dataDir: string,
  env: Readonly<Record<string, string>> = {},
): Promise<ChildProcess> {
  const child = spawn(process.execPath, ['server/app/main.ts'], {
    env: {
      PATH: process.env['PATH'],
      PORT: new URL(base).port,
      HOST: '127.0.0.1',
      BEDSIDE_DATA: dataDir,
      BEDSIDE_DEMO: '0',
      BEDSIDE_LOG: 'silent',
      ...env,
    },
    stdio: 'ignore',
  })
  for (const deadline = Date.now() + START_MS; Date.now() < deadline; await sleep(50)) {
    const isUp = await fetch(`${base}/api/health`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isUp) return child
    if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode} instead of starting`)
  }
  child.kill('SIGKILL')
  throw new Error(`the server was not up within ${START_MS / 1000} s`)
}

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  return typeof address === 'object' && address ? address.port : 0
}
