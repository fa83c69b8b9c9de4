import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startPostgres } from '../../server/db/embedded.ts'
import { createPool } from '../../server/db/pool.ts'
import { freePort, startServerProcess } from '../support/server-process.ts'

const DUE = 500
const KILLS = 2

let dataDir: string
let base: string
let child: ChildProcess
let pool: ReturnType<typeof createPool>
let smtp: SMTPServer
/** Every mail that was accepted, in order: its recipient and its Message-ID. */
const taken: { to: string; id: string }[] = []
/** The server dies after so many mails, before it learns that the last one was accepted. */
let killAt = Infinity

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'bedside-reminders-'))
  base = `http://127.0.0.1:${await freePort()}`
  smtp = new SMTPServer({
    authOptional: true,
    disableReverseLookup: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, { envelope }, done) => {
      let text = ''
      stream.on('data', (chunk: Buffer) => (text += chunk.toString('utf8')))
      stream.on('end', () => {
        const [, id = ''] = /^Message-ID: <([^>]+)>/im.exec(text) ?? []
        for (const { address } of envelope.rcptTo) taken.push({ to: address, id })
        if (taken.length >= killAt) {
          killAt = Infinity
          child.kill('SIGKILL')
        }
        done()
      })
    },
  })
  // a connection that dies with the server is not the test's fault
  smtp.on('error', () => undefined)
  smtp.listen(0, '127.0.0.1')
  await once(smtp.server, 'listening')
  await start()
  pool = createPool((await startPostgres(dataDir)).url, 2)
}, 60_000)

afterAll(async () => {
  child.kill('SIGKILL')
  await pool.end()
  await new Promise<void>((done) => void smtp.close(done))
  await startPostgres(dataDir).then((postgres) => postgres.stop())
  await rm(dataDir, { recursive: true, force: true })
})

test('rule 64: 500 reminders due at once, kill -9 of the server in the middle, twice: each goes once', async () => {
  const { port } = smtp.server.address() as AddressInfo // it listens on a port
  await pool.query(`update setting set data = $1 where id = 'mail'`, [
    JSON.stringify({ host: '127.0.0.1', port, username: null, sender: 'desk@clinic.example' }),
  ])
  await pool.query(
    `insert into message (id, channel, recipient, lang, template, args, key, next_try_at, made_at)
     select gen_random_uuid(), 'mail', n || '@test.example', 'tr', 'visit_reminder', '{"house":"K","when":"x","link":"y"}', 'r:' || n, now(), now()
       from generate_series(1, $1::int) n`,
    [DUE],
  )
  for (let kill = 1; kill <= KILLS; kill++) {
    const dead = once(child, 'exit')
    killAt = Math.ceil((DUE / (KILLS + 1)) * kill)
    await dead
    // the kill came in the middle of the queue
    expect([kill, (await countOf('queued')) > 0]).toEqual([kill, true])
    // what was being sent is retried after half a minute, which the test skips
    await pool.query(`update message set next_try_at = now() where state = 'queued' and tries > 0`)
    await start()
  }
  await until(async () => (await countOf('sent')) === DUE)
  expect(new Set(taken.map(({ to }) => to)).size).toBe(DUE)
  // mails that were accepted but not yet recorded are sent again under their own Message-ID, by which mail servers
  // recognise them
  expect(taken.length).toBeGreaterThanOrEqual(DUE + KILLS)
  expect(new Set(taken.map(({ id }) => id)).size).toBe(DUE)
  expect(new Set(taken.map(({ to, id }) => `${to} ${id}`)).size).toBe(DUE)
  const { rows } = await pool.query<{ most: number }>('select max(tries)::int as most from message')
  expect(rows[0]!.most).toBeLessThanOrEqual(1 + KILLS)
}, 180_000)

const start = async () => void (child = await startServerProcess(base, dataDir, { BEDSIDE_PRIVATE_HOSTS: '127.0.0.1' }))

async function countOf(state: string): Promise<number> {
  const { rows } = await pool.query<{ n: number }>('select count(*)::int as n from message where state = $1', [state])
  return rows[0]!.n
}

/** Waits as long as a busy machine needs; the test's timeout ends it. */
async function until(so: () => Promise<boolean>) {
  while (!(await so())) await sleep(10)
}
