import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { startTestPostgres } from '../../tests/support/database-server.ts'
import { freshDatabase } from '../../tests/support/database.ts'
import { freePort, startServerProcess } from '../../tests/support/server-process.ts'
import { say } from '../run/child.ts'

const CLIENTS = 200
const MOST_MS = 10_000

/**
 * SIGTERM behind a real nginx that keeps its connections to the server, with two hundred clients that keep theirs to nginx (issue 38, "Must be
 * seen"): the process ends in ten seconds with 0, no client's connection breaks, and each answer is whole and one of three: the server's own, its word
 * to come back, or the proxy's that no one is there any more. `BEDSIDE_NGINX` names the program where it is not on the path.
 */
export async function stopBehindProxy(): Promise<boolean> {
  const nginx = process.env['BEDSIDE_NGINX'] ?? 'nginx'
  const version = await promisify(execFile)(nginx, ['-v']).catch(() => null)
  if (!version) {
    say('soak: proxy needs nginx: apt-get install nginx-light, or BEDSIDE_NGINX with its place')
    return false
  }
  const postgres = await startTestPostgres()
  const database = await freshDatabase(postgres.url)
  const folder = await mkdtemp(join(tmpdir(), 'bedside-proxy-'))
  const [port, front] = [await freePort(), await freePort()]
  const child = await startServerProcess(`http://127.0.0.1:${port}`, join(folder, 'data'), {
    DATABASE_URL: database.url,
  })
  const ended = once(child, 'exit')
  await mkdir(join(folder, 'nginx'))
  await writeFile(join(folder, 'nginx.conf'), conf(join(folder, 'nginx'), port, front))
  const proxy = spawn(nginx, ['-c', join(folder, 'nginx.conf'), '-p', folder, '-g', 'daemon off;'], {
    stdio: 'inherit',
  })
  const proxyEnded = once(proxy, 'exit')
  try {
    const { answers, broken, inTime } = await underLoad(front, async () => {
      const began = Date.now()
      child.kill('SIGTERM')
      const [code] = (await ended) as [number | null]
      const took = Date.now() - began
      say(`soak: proxy: ended with ${code} after ${took} ms`)
      await sleep(500)
      return code === 0 && took < MOST_MS
    })
    const count = (status: number) => answers.filter((its) => its.status === status).length
    const whole = answers.filter(({ status, body }) =>
      status === 200 ? body.includes('"status":true') : status === 503 ? body === BUSY : status === 502,
    )
    say(
      `soak: proxy: ${String(version.stderr).trim()}; ${answers.length} answers: 200 × ${count(200)}, 503 × ${count(503)}, 502 × ${count(502)}; not whole or another ${answers.length - whole.length}; connections broken ${broken.length} ${[...new Set(broken)].join()}`,
    )
    return inTime && whole.length === answers.length && broken.length === 0 && count(200) > CLIENTS
  } finally {
    child.kill('SIGKILL')
    proxy.kill('SIGQUIT')
    await proxyEnded
    await database.drop()
    await postgres.end()
    await rm(folder, { recursive: true, force: true })
  }
}

const BUSY = JSON.stringify({ status: false, refused: 'busy' })

/**
 * A configuration like that of Debian's nginx in front of a server: connections are kept, and a read request is
 * repeated once if the server closed.
 */
const conf = (folder: string, port: number, front: number) => `
worker_processes 1; pid ${folder}/pid; error_log ${folder}/error.log;
events { worker_connections 2048; }
http {
  access_log off;
  ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`).join(' ')}
  upstream bedside { server 127.0.0.1:${port}; keepalive ${CLIENTS}; }
  server {
    listen 127.0.0.1:${front};
    keepalive_requests 1000000;
    location / { proxy_pass http://bedside; proxy_http_version 1.1; proxy_set_header Connection ""; proxy_set_header Host $host; }
  }
}`

type Answer = { readonly status: number; readonly body: string }

/**
 * Two hundred clients send requests continuously, half of them reading and half writing, while `stop` runs; it begins
 * once each has had several answers.
 */
async function underLoad(port: number, stop: () => Promise<boolean>) {
  const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS })
  const answers: Answer[] = []
  const broken: string[] = []
  const over = new AbortController()
  const clients = Array.from({ length: CLIENTS }, async (_, n) => {
    while (!over.signal.aborted) {
      const got = await ask(agent, port, n % 2 === 0).catch((error: NodeJS.ErrnoException) => {
        broken.push(String(error.code))
      })
      if (got) answers.push(got)
      await sleep(got?.status === 200 ? 1 : 50)
    }
  })
  while (answers.length < 5 * CLIENTS) await sleep(20)
  const inTime = await stop()
  over.abort()
  await Promise.all(clients)
  agent.destroy()
  return { answers, broken, inTime }
}

const ask = (agent: Agent, port: number, reads: boolean): Promise<Answer> =>
  new Promise((done, failed) => {
    const sent = request(
      {
        agent,
        port,
        host: '127.0.0.1',
        ...(reads
          ? { path: '/api/health' }
          : { path: '/api/clinic/web', method: 'POST', headers: { 'content-type': 'application/json' } }),
      },
      (answer) => {
        let body = ''
        answer.setEncoding('utf8').on('data', (part: string) => (body += part))
        answer.on('error', failed).on('end', () => done({ status: answer.statusCode ?? 0, body }))
      },
    )
    sent.on('error', failed)
    sent.end(reads ? undefined : '{}')
  })
