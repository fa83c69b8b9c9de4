import { once } from 'node:events'
import { Agent, request, type IncomingMessage } from 'node:http'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { freshDatabase } from '../support/database.ts'
import { figure } from '../support/figure.ts'
import { freePort, startServerProcess } from '../support/server-process.ts'

const CLIENTS = 200
/** Ends clients that send or read too slowly; it also covers the process's own time on a busy machine. */
const MOST_MS = 10_000

const BUSY = JSON.stringify({ status: false, refused: 'busy' })

type Got = {
  readonly status: number
  readonly connection: string | undefined
  readonly body: string
  readonly at: number
}

/** One request over a kept connection; rejects if the connection ends before an answer. */
function ask(agent: Agent, port: number, path: string): Promise<Got> {
  return new Promise((done, failed) => {
    const sent = request(
      {
        agent,
        port,
        host: '127.0.0.1',
        path,
      },
      (answer: IncomingMessage) => {
        let text = ''
        answer.setEncoding('utf8').on('data', (part: string) => (text += part))
        answer
          .on('error', failed)
          .on('end', () =>
            done({ status: answer.statusCode ?? 0, connection: answer.headers.connection, body: text, at: Date.now() }),
          )
      },
    )
    sent.on('error', failed)
    sent.end()
  })
}

test('issue 38: SIGTERM under 200 busy connections ends within ten seconds, and each reply is complete', async () => {
  const database = await freshDatabase()
  const folder = await mkdtemp(join(tmpdir(), 'bedside-stop-'))
  const port = await freePort()
  const child = await startServerProcess(`http://127.0.0.1:${port}`, folder, { DATABASE_URL: database.url })
  const ended = once(child, 'exit')
  const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS })
  const answers: Got[] = []
  const lost: string[] = []
  const over = new AbortController()
  const clients = Array.from({ length: CLIENTS }, async () => {
    while (!over.signal.aborted) {
      const got = await ask(agent, port, '/api/health').catch(
        (error: NodeJS.ErrnoException) => void lost.push(String(error.code)),
      )
      if (got) answers.push(got)
      await sleep(got ? 1 : 50)
    }
  })
  // one request is half sent at the stop, and one never completes
  const late = connect(port, '127.0.0.1')
  let lateAnswer = ''
  late.on('data', (part) => (lateAnswer += part.toString())).on('error', () => {})
  late.write(
    'POST /api/clinic/web HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{',
  )
  const never = connect(port, '127.0.0.1')
  never.on('error', () => {})
  never.write('POST /api/clinic/web HTTP/1.1\r\nhost: localhost\r\ncontent-length: 9\r\n')
  while (answers.length < 2 * CLIENTS) await sleep(20)

  const began = Date.now()
  child.kill('SIGTERM')
  await sleep(300)
  late.write('}')
  const [code] = (await ended) as [number | null]
  const took = Date.now() - began
  over.abort()
  await Promise.all(clients)
  agent.destroy()
  await Promise.all([database.drop(), rm(folder, { recursive: true, force: true })])

  figure('G20', 'SIGTERM under 200 connections: ended after', took, 'ms')
  figure('G20', 'answers broken off', answers.filter(({ status }) => status !== 200 && status !== 503).length)
  expect(code).toBe(0)
  expect(took).toBeLessThan(MOST_MS)
  // every client gets its answer, or "busy" in the API's envelope
  const after = answers.filter(({ at }) => at > began)
  expect([...new Set(answers.map(({ status }) => status))].toSorted()).toEqual(expect.arrayContaining([200]))
  expect(answers.filter(({ status }) => status !== 200 && status !== 503)).toEqual([])
  const busy = after.filter(({ status }) => status === 503)
  expect(busy.filter((one) => one.connection !== 'close' || one.body !== BUSY)).toEqual([])
  // each connection ends with its first answer after the stop: one for each connection, and those under way
  expect(after.length).toBeLessThanOrEqual(2 * CLIENTS)
  expect(lateAnswer).toMatch(/^HTTP\/1\.1 200 OK\r\n/)
  expect(lateAnswer.toLowerCase()).toContain('connection: close')
  // refused because no one listens, or a kept connection that was just closed; an answer never breaks off
  expect(new Set(lost)).toEqual(new Set(lost.filter((why) => ['ECONNREFUSED', 'ECONNRESET'].includes(why))))
}, 60_000)
