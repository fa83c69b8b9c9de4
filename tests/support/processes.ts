import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startPostgres } from '../../server/db/embedded.ts'
import { startS3 } from './s3.ts'
import { freePort, startServerProcess } from './server-process.ts'

const KEYS = { keyId: 'many', secret: 'a secret of many', region: 'eu-central-1' }

/**
 * What several processes share: a PostgreSQL that can be stopped, an S3 store, a key. Each process has its own address
 * and data folder.
 */
export async function openProcesses() {
  const root = await mkdtemp(join(tmpdir(), 'bedside-many-'))
  const key = join(root, 'key')
  await writeFile(key, randomBytes(32).toString('base64'), { mode: 0o600 })
  const s3 = await startS3(KEYS)
  let postgres = await startPostgres(join(root, 'database'))
  const processes: { readonly base: string; child: ChildProcess }[] = []
  const env = {
    DATABASE_URL: postgres.url,
    BEDSIDE_KEY_FILE: key,
    BEDSIDE_S3_BUCKET: s3.url,
    BEDSIDE_S3_REGION: KEYS.region,
    BEDSIDE_S3_KEY: KEYS.keyId,
    BEDSIDE_S3_SECRET: KEYS.secret,
  }
  const folder = (n: number) => join(root, `house-${n}`)
  return {
    root,
    env,
    s3,
    url: postgres.url,
    processes,
    /** Starts another process, or an earlier one again, with settings of its own; resolves once it answers. */
    start: async (n = processes.length, settings: Readonly<Record<string, string>> = {}) => {
      const base = processes[n]?.base ?? `http://127.0.0.1:${await freePort()}`
      processes[n] = { base, child: await startServerProcess(base, folder(n), { ...env, ...settings }) }
      return base
    },
    /** A start that is refused: returns its exit code and output. `undefined` removes a setting. */
    refused: async (settings: Readonly<Record<string, string | undefined>>) => {
      const child = spawn(process.execPath, ['server/app/main.ts'], {
        env: {
          PATH: process.env['PATH'],
          PORT: '0',
          HOST: '127.0.0.1',
          BEDSIDE_DATA: join(root, 'refused'),
          BEDSIDE_DEMO: '0',
          ...env,
          ...settings,
        },
        stdio: ['ignore', 'ignore', 'pipe'],
      })
      let output = ''
      child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
      const [code] = (await once(child, 'exit')) as [number | null]
      return { code, lines: output.trim().split('\n') }
    },
    kill: async (n: number, signal: 'SIGKILL' | 'SIGTERM') => {
      const { child } = processes[n]!
      const gone = once(child, 'exit')
      child.kill(signal)
      await gone
      return child.exitCode
    },
    /** Its event loop stands still for so long, while its connections stay open. */
    freeze: async (n: number, ms: number) => {
      const { child } = processes[n]!
      child.kill('SIGSTOP')
      await sleep(ms)
      child.kill('SIGCONT')
    },
    stopDatabase: () => postgres.stop(),
    startDatabase: async () => void (postgres = await startPostgres(join(root, 'database'))),
    close: async () => {
      for (const { child } of processes) child.kill('SIGKILL')
      await startPostgres(join(root, 'database')).then((running) => running.stop())
      s3.close()
      await rm(root, { recursive: true, force: true })
    },
  }
}
