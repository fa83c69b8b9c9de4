import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { addressOf } from '../../server/app/demo/sign-ins.ts'
import { openServer } from '../../tests/journeys/support/server.ts'
import { callerAt, signIn } from '../bench/lists.ts'
import { say } from '../run/child.ts'
import { startWeakServer } from './weak-server.ts'

const CLINIC = 'kuzguncuk'
/** The longest run of a tool. */
const MOST_SECONDS = 300

/** What a tool scans, as whom, and what it may request there. */
type Target = {
  readonly port: number
  readonly headers: Readonly<Record<string, string>>
  readonly folder: string
  readonly pages: readonly string[]
  readonly questions: readonly (readonly [path: string, input: object | null])[]
}
/** A run of a tool: its command line, and its findings line by line. */
type Report = { readonly command: string; readonly found: readonly string[] }

/**
 * Debian's ffuf, wapiti and sqlmap (`apt-get install ffuf wapiti sqlmap`) against a demo server on loopback, each bounded in time and in what it
 * asks (issue 27). Each has to find the hole of its kind on a weak page first. False where one finds something on the server, nothing on
 * the weak page, or is not there. Modules that ask a stranger's server (`ssrf`, `xxe`, `wapp`) stay out.
 */
export async function scan(): Promise<boolean> {
  const server = await openServer()
  const weak = await startWeakServer(server)
  const folder = await mkdtemp(join(tmpdir(), 'bedside-scan-'))
  const held: boolean[] = []
  try {
    const signed = await signIn(callerAt(server, CLINIC), 'admin', addressOf('clinic', CLINIC))
    // by port, since tools may not resolve names under localhost
    const app = { port: server.port, folder, pages: PAGES, questions: QUESTIONS }
    const ownApp = { ...app, headers: { host: `${CLINIC}.localhost`, ...signed } }
    const weakApp = { ...app, port: weak.port, headers: {}, pages: ['/'], questions: [['/find?q=a', null] as const] }
    for (const [name, tool] of Object.entries({ ffuf, wapiti, sqlmap })) {
      const [findings, reports] = await tool(weakApp).then(
        async (first) =>
          [first.flatMap(({ found }) => found.filter((line) => HOLE.test(line))), await tool(ownApp)] as const,
        (error: NodeJS.ErrnoException) => {
          if (error.code !== 'ENOENT') throw error
          return [[], null] as const
        },
      )
      if (!reports) say(`MISSING: ${name} is not installed: apt-get install ${name}`)
      else if (findings.length === 0) say(`BLIND: ${name} does not find the hole of the weak page`)
      else say(`${name} finds the hole of the weak page: ${findings[0]}`)
      for (const { command, found } of reports ?? []) {
        say(`${found.length ? 'FOUND' : 'nothing found'}: ${command}`)
        for (const line of found) say(`  ${line}`)
      }
      held.push(findings.length > 0 && reports !== null && reports.every(({ found }) => found.length === 0))
    }
  } finally {
    weak.close()
    await server.close()
    await rm(folder, { recursive: true, force: true })
  }
  return held.every(Boolean)
}

/**
 * What each tool must find on the weak page: the file, the page's injection or the statement's. A missing header does
 * not count.
 */
const HOLE = /\/\.env$|Cross Site Scripting|SQL Injection|injectable/

const PAGES = ['/', '/sitemap.xml', '/robots.txt', '/api/clinic/web', '/api/openapi.json']
/** Calls whose input is used in a search, a filter or an order, as the signed-in desk. */
const QUESTIONS = [
  ['/api/patient/list', { keyword: 'ay', limit: 5 }],
  ['/api/appointment/list', { keyword: 'ay', limit: 5 }],
  ['/api/payment/list', { keyword: 'ay', limit: 5 }],
] as const

/** Files that are often left behind on servers set up in a hurry. */
const LEFT =
  `.env .env.local .git/config .git/HEAD .svn/entries .htpasswd .DS_Store backup backup.zip backup.sql dump.sql db.sqlite database.sql data config.json
  config.yml package.json package-lock.json run.mjs server/app/main.ts node_modules/fastify/package.json vite.config.ts tsconfig.json phpinfo.php server-status
  metrics debug actuator actuator/env api/.env api/debug api/users api/admin api/backup api/config api/metrics api/openapi.json api/docs swagger.json graphql
  ../.env ..%2f.env %2e%2e/%2e%2e/etc/passwd ....//....//etc/passwd assets/../../.env assets/..%2f..%2fserver/app/main.ts file/..%2f..%2fmeta.json
  index.js.map assets/index.js.map sw.js.map uploads files private keys master.key .well-known/security.txt`.split(
    /\s+/,
  )

const linesOf = (headers: Target['headers']) => Object.entries(headers).map(([name, value]) => `${name}: ${value}`)

async function ffuf({ port, folder }: Target): Promise<Report[]> {
  const [words, out] = [join(folder, 'words.txt'), join(folder, 'ffuf.json')]
  await writeFile(words, LEFT.join('\n'))
  const bounds = '-s -t 2 -maxtime 120 -mc 200,201,204,206,500 -of json'.split(' ')
  await run('ffuf', [...bounds, '-o', out, '-w', words, '-u', `http://127.0.0.1:${port}/FUZZ`])
  const { results } = JSON.parse(await readFile(out, 'utf8')) as { results: { url: string; status: number }[] }
  const found: string[] = []
  for (const { url, status } of results) if (!(await isMeant(url))) found.push(`${status} ${url}`)
  return [{ command: `ffuf with ${LEFT.length} addresses`, found }]
}

/**
 * Whether an address is intended: the app's shell, which answers at any address, or the published contract, as data and
 * as a page.
 */
async function isMeant(url: string): Promise<boolean> {
  if (['/api/openapi.json', '/api/docs'].includes(new URL(url).pathname)) return true
  const answer = await fetch(url)
  return answer.ok && (await answer.text()).includes('<div id="root"')
}

/** About a filter that no browser has any more and that caused holes of its own; helmet sets it to 0 if at all. */
const OUTLIVED = /X-XSS-Protection is not set$/

const MODULES =
  'backup,blindsql,cookieflags,crlf,csp,csrf,exec,file,htaccess,http_headers,methods,permanentxss,redirect,shellshock,sql,xss'

async function wapiti({ port, folder, headers, pages }: Target): Promise<Report[]> {
  const out = join(folder, 'wapiti.json')
  const bounds = '--scope folder -d 3 --max-links-per-page 40 --max-scan-time 180 --max-attack-time 30 -t 5'.split(' ')
  const report = ['-f', 'json', '-o', out, '--store-session', folder, '--flush-session', '--no-bugreport', '-v', '0']
  const at = (path: string) => `http://127.0.0.1:${port}${path}`
  const starts = pages.flatMap((path) => ['-s', at(path)])
  const headerOptions = linesOf(headers).flatMap((line) => ['-H', line])
  await run('wapiti', ['-u', at('/'), '-m', MODULES, ...bounds, ...report, ...starts, ...headerOptions])
  type Found = { readonly method: string; readonly path: string; readonly info: string }
  const { vulnerabilities, anomalies } = JSON.parse(await readFile(out, 'utf8')) as Record<
    'vulnerabilities' | 'anomalies',
    Record<string, Found[]>
  >
  const found = Object.entries({ ...vulnerabilities, ...anomalies }).flatMap(([kind, its]) =>
    its.map(({ method, path, info }) => `${kind}: ${method} ${path} ${info}`).filter((line) => !OUTLIVED.test(line)),
  )
  return [{ command: `wapiti with ${MODULES}`, found }]
}

async function sqlmap({ port, folder, headers, questions }: Target): Promise<Report[]> {
  const reports: Report[] = []
  // slower than one session's rate limit, since an answer of 429 would prove nothing
  const bounds = '--batch --level 2 --risk 1 --timeout 10 --retries 0 --delay 0.12 --technique BEU --dbms postgresql'
  const more = '--ignore-code * --flush-session --disable-coloring'
  for (const [path, input] of questions) {
    const output = await run('sqlmap', [
      '-u',
      `http://127.0.0.1:${port}${path}`,
      ...(input ? ['--data', JSON.stringify(input)] : []),
      ...(Object.keys(headers).length ? ['--headers', linesOf(headers).join('\n')] : []),
      ...bounds.split(' '),
      ...more.split(' '),
      '--output-dir',
      folder,
    ])
    const found = output
      .split('\n')
      .filter((line) => /is vulnerable|injectable \(|appears to be .*injectable/.test(line))
    const isOver = /all tested parameters do not appear to be injectable/.test(output)
    if (!isOver && found.length === 0) found.push(`it did not come to its end: ${output.trim().split('\n').at(-1)}`)
    if (/\b429 \(/.test(output)) found.push('it was told to wait, and so has not looked')
    reports.push({ command: `sqlmap on ${path}, level 2`, found })
  }
  return reports
}

/** A tool's output, when it has ended or was stopped. */
function run(name: string, args: readonly string[]): Promise<string> {
  return new Promise((done, broken) => {
    const child = spawn(name, args, { timeout: MOST_SECONDS * 1000, stdio: ['ignore', 'pipe', 'pipe'] })
    const output: Buffer[] = []
    child.stdout.on('data', (part: Buffer) => output.push(part))
    child.stderr.on('data', (part: Buffer) => output.push(part))
    child.on('error', broken)
    child.on('close', () => done(Buffer.concat(output).toString()))
  })
}
