import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { loginUrl, type Login } from '../../server/db/logins.ts'
import { freePort } from './server-process.ts'

/** The program, where Debian's package puts it, or others do; null if it is not installed. `npm test` installs it if it can. */
export const findPooler = (): string | null => PLACES.find((path) => existsSync(path)) ?? null

const PLACES = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer', '/usr/local/bin/pgbouncer', '/opt/homebrew/bin/pgbouncer']

export type Pooler = { readonly host: string; readonly stop: () => Promise<void> }

/** pgbouncer in transaction mode before every database of the PostgreSQL at an owner's address, for both logins and no one else. `host` is its `host:port`. */
export async function startPooler(ownerUrl: string): Promise<Pooler> {
  const program = findPooler()
  if (!program) throw new Error('pgbouncer is not installed')
  const folder = await mkdtemp(join(tmpdir(), 'bedside-pooler-'))
  const port = await freePort()
  const users = (['requests', 'server'] satisfies Login[]).map((login) => {
    const { username, password } = new URL(loginUrl(ownerUrl, login))
    return `"${username}" "${decodeURIComponent(password)}"`
  })
  await writeFile(join(folder, 'users.txt'), `${users.join('\n')}\n`)
  await writeFile(
    join(folder, 'pgbouncer.ini'),
    `[databases]
* = host=127.0.0.1 port=${new URL(ownerUrl).port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${join(folder, 'users.txt')}
pool_mode = transaction
max_client_conn = 1000
default_pool_size = 4
server_idle_timeout = 2
${process.getuid?.() === 0 ? 'user = nobody' : ''}
`,
  )
  // pgbouncer gives up root, and must read both files again afterwards
  await chmod(folder, 0o755)
  const child: ChildProcess = spawn(program, ['-q', join(folder, 'pgbouncer.ini')], { stdio: 'ignore' })
  await listening(port, child)
  return {
    host: `127.0.0.1:${port}`,
    stop: async () => {
      if (child.exitCode === null && child.signalCode === null) {
        child.kill('SIGTERM')
        await once(child, 'exit')
      }
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function listening(port: number, child: ChildProcess) {
  for (let tries = 0; tries < 100; tries++) {
    if (child.exitCode !== null) throw new Error(`pgbouncer ended with ${child.exitCode}`)
    const socket = connect(port, '127.0.0.1')
    const isThere = await Promise.race([
      once(socket, 'connect').then(
        () => true,
        () => false,
      ),
      sleep(1000, false),
    ])
    socket.destroy()
    if (isThere) return
    await sleep(50)
  }
  throw new Error('pgbouncer does not listen')
}
