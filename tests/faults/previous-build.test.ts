import { execFile } from 'node:child_process'
import { mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../contract/kernel/id.ts'
import { addressOf } from '../../server/app/demo/sign-ins.ts'
import { callerAt, signIn } from '../../tools/bench/lists.ts'
import { openServer, type TestServer } from '../journeys/support/server.ts'

/** Issue 29.6: during a rolling upgrade, the previous build works on the schema of the newest migration. */
const CLINIC = 'kuzguncuk'
const root = join(import.meta.dirname, '../..')
const run = promisify(execFile)
const git = async (...args: string[]) => (await run('git', args, { cwd: root })).stdout.trim()

/** The commit before the newest migration; null if the checkout has no history. */
const before = await git('log', '--diff-filter=A', '-1', '--format=%H', '--', 'server/db/migrations')
  .then((newest) => git('rev-parse', '--verify', `${newest}^`))
  .catch(() => null)
if (!before) process.stdout.write('this checkout has no history: no build before this one is run.\n')

let server: TestServer
let tree: string
beforeAll(async () => {
  if (!before) return
  server = await openServer()
  tree = await mkdtemp(join(tmpdir(), 'bedside-before-'))
  const archive = join(tree, 'tree.tar')
  await git('archive', '--output', archive, before)
  await run('tar', ['-xf', archive, '-C', tree])
  await symlink(join(root, 'node_modules'), join(tree, 'node_modules'))
}, 300_000)
afterAll(async () => {
  if (!before) return
  await server.close()
  await rm(tree, { recursive: true, force: true })
})

test.skipIf(!before)(
  'the build before the newest migration signs in, pulls, lists and changes on the migrated database; this one continues',
  async () => {
    const call = callerAt(server, CLINIC)
    const work = async (words: string) => {
      const headers = await signIn(call, 'admin', addressOf('clinic', CLINIC))
      const page = (await call('/api/sync', null, headers)) as { rows: Record<string, readonly unknown[]> }
      expect(page.rows['doctor']?.length).toBeGreaterThan(0)
      const { appointments } = (await call('/api/appointment/list', { limit: 20, status: 'waiting' }, headers)) as {
        appointments: readonly { id: string; version: number; note: string | null }[]
      }
      const { id, version, note } = appointments[0]!
      const requestHeaders = {
        call: 'appointment.update',
        key: newId(),
        base: version,
        madeAt: server.now,
        input: { id, note: words },
      }
      expect(await call('/api/batch', { calls: [requestHeaders] }, headers)).toMatchObject({
        answers: [{ status: 200 }],
      })
      return note
    }
    await work('by this build')
    await server.stop()
    await server.start(tree)
    expect(await work('by the build before')).toBe('by this build')
    await server.stop()
    await server.start()
    expect(await work('by this build again')).toBe('by the build before')
  },
  180_000,
)
