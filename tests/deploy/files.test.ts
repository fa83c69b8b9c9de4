import { execFile } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { cp, mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { bucketOf, readSettings } from '../../server/app/settings.ts'
import { readKeyFile } from '../../server/ports/key-file.ts'

/**
 * Issue 29.13. No container runs here: the test checks the files' text, and runs the commands that they call
 * (docs/operations.md says what was not run).
 */
const read = (path: string) => readFileSync(path, 'utf8')

type Service = {
  readonly image?: string
  readonly environment?: Readonly<Record<string, string>>
  readonly volumes?: readonly string[]
  readonly secrets?: readonly string[]
  readonly networks?: readonly string[]
  readonly depends_on?: readonly string[] | Readonly<Record<string, { readonly condition: string }>>
  readonly deploy?: { readonly replicas: number }
  readonly healthcheck?: object
}
type Compose = {
  readonly services: Readonly<Record<string, Service>>
  readonly volumes: Readonly<Record<string, null>>
  readonly secrets: Readonly<Record<string, { readonly file: string }>>
  readonly networks: Readonly<Record<string, object>>
  readonly configs: Readonly<Record<string, { readonly content: string }>>
}
const compose = parse(read('compose.yaml')) as Compose
/** As `docker compose` fills in the variables from .env. */
const filled = (text: string) => text.replaceAll(/\$\{(\w+)(?::\?)?\}/g, (_, name: string) => VALUES[name] ?? '')
const VALUES: Readonly<Record<string, string>> = {
  DOMAIN: 'clinics.example',
  OPERATOR_EMAIL: 'operator@clinics.example',
  DATABASE_PASSWORD: 'a1b2c3',
  S3_KEY: 'k1',
  S3_SECRET: 's1',
}

test('compose: every name that a service uses is defined, and every variable is one of .env', () => {
  for (const [name, { volumes = [], secrets = [], networks = [], depends_on: needs = [] }] of Object.entries(
    compose.services,
  )) {
    for (const volume of volumes) {
      const [from = ''] = volume.split(':')
      expect([name, from, from.startsWith('.') ? existsSync(from) : from in compose.volumes]).toEqual([
        name,
        from,
        true,
      ])
    }
    expect(secrets.filter((each) => !(each in compose.secrets))).toEqual([])
    expect(networks.filter((each) => !(each in compose.networks))).toEqual([])
    const others = Array.isArray(needs) ? needs : Object.keys(needs)
    expect(others.filter((each) => !(each in compose.services))).toEqual([])
    const unhealthy = Object.entries(Array.isArray(needs) ? {} : needs).filter(
      ([each, { condition }]) => condition === 'service_healthy' && !compose.services[each]!.healthcheck,
    )
    expect(unhealthy).toEqual([])
  }
  const variables = new Set([...read('compose.yaml').matchAll(/\$\{(\w+)/g)].map(([, name]) => name))
  expect([...variables].toSorted()).toEqual(Object.keys(VALUES).toSorted())
  expect(JSON.parse(filled(compose.configs['s3']!.content))).toMatchObject({
    identities: [{ credentials: [{ accessKey: 'k1' }] }],
  })
})

test('compose: two servers on PostgreSQL 18 and one bucket, with settings accepted at the start', () => {
  const { app, postgres } = compose.services
  expect(app!.deploy!.replicas).toBe(2)
  expect(postgres!.image).toBe('postgres:18')
  const env = Object.fromEntries(Object.entries(app!.environment!).map(([name, value]) => [name, filled(value)]))
  const result = readSettings(env)
  expect(result).not.toHaveProperty('problems')
  const { settings } = result as Extract<typeof result, { settings: object }>
  // each is a setting of ours, except the one that Node itself reads
  expect(Object.keys(env).filter((name) => !(name in settings))).toEqual(['NODE_EXTRA_CA_CERTS'])
  expect(bucketOf(settings)).toMatchObject({ url: 'https://s3:8333/bedside', keyId: 'k1' })
  expect(app!.secrets!.map((name) => `/run/secrets/${name}`)).toEqual([
    env['BEDSIDE_KEY_FILE'],
    env['NODE_EXTRA_CA_CERTS'],
  ])
  // only the proxy is reachable from outside
  expect(
    Object.entries(compose.services)
      .filter(([, its]) => 'ports' in its)
      .map(([name]) => name),
  ).toEqual(['caddy'])
})

test('Dockerfile: what it copies exists, the process is unprivileged, and no tool is included', () => {
  const lines = read('Dockerfile')
    .replaceAll(/\\\n\s*/g, ' ')
    .split('\n')
  const [build, ...last] = read('Dockerfile')
    .split(/^FROM /m)
    .slice(1)
  expect(build).toContain('npm ci --ignore-scripts')
  const copied = lines.flatMap((line) => /^COPY (?!--from)(.+) \S+$/.exec(line)?.[1]?.split(' ') ?? [])
  expect(copied.filter((path) => !existsSync(path))).toEqual([])
  const run = last.join('')
  expect(run).not.toMatch(/npm (ci|install)/)
  expect(run).toMatch(/COPY --from=build \/packed \/app/)
  expect(run.lastIndexOf('USER node')).toBeGreaterThan(run.lastIndexOf('RUN '))
  expect(run).toContain('HEALTHCHECK')
  const [, check] = /CMD (\["node", "-e".*\])/.exec(run)!
  expect(JSON.parse(check!)).toHaveLength(3)
  expect(JSON.parse(/^CMD (.*)$/m.exec(run)![1]!)).toEqual(['node', 'run.mjs', 'start'])
  // and Bedside supports the Node version of both stages
  expect([...read('Dockerfile').matchAll(/^FROM node:(\d+)/gm)].map(([, major]) => major)).toEqual(['24', '24'])
  for (const secret of ['.env', 'deploy/secrets', '.data', 'node_modules'])
    expect(read('.dockerignore').split('\n')).toContain(secret)
})

test('the health check succeeds for a ready server, and fails for one that is not ready or absent', async () => {
  const [, check] = /CMD (\["node", "-e".*\])/.exec(read('Dockerfile'))!
  const [, flag, script] = JSON.parse(check!) as [string, string, string]
  const { createServer } = await import('node:http')
  let status = 200
  const server = createServer(
    (request, response) => void response.writeHead(request.url === '/api/ready' ? status : 404).end(),
  )
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as { port: number }
  const ask = () =>
    promisify(execFile)(process.execPath, [flag, script], { env: { ...process.env, PORT: String(port) } }).then(
      () => 0,
      ({ code }: { code: number }) => code,
    )
  expect(await ask()).toBe(0)
  status = 503
  expect(await ask()).toBe(1)
  await new Promise((done) => server.close(done))
  expect(await ask()).toBe(1)
})

test('the unit file: systemd reads it, and it starts what is packed', async () => {
  const unit = read('deploy/bedside.service')
  expect(unit).toMatch(/^ExecStart=\/usr\/bin\/env node run\.mjs start$/m)
  expect(unit).toMatch(/^User=bedside$/m)
  const { stderr } = await promisify(execFile)('systemd-analyze', ['verify', 'deploy/bedside.service']).catch(
    (error: NodeJS.ErrnoException & { stderr: string }) =>
      error.code === 'ENOENT' ? { stderr: '' } : Promise.reject(error),
  )
  expect(stderr).toBe('')
})

test('make-secrets.sh creates a key accepted by the server, a certificate for the bucket’s host and passwords, once', async () => {
  const place = await mkdtemp(join(tmpdir(), 'bedside-secrets-'))
  await cp('deploy', join(place, 'deploy'), { recursive: true })
  const make = () =>
    promisify(execFile)(join(place, 'deploy/make-secrets.sh'), ['clinics.example', 'operator@clinics.example'])
  await make()
  expect(await readKeyFile(join(place, 'deploy/secrets/master.key'))).toHaveLength(32)
  const names = (await readFile(join(place, '.env'), 'utf8')).match(/^\w+(?==\S+$)/gm)
  expect(names?.toSorted()).toEqual(Object.keys(VALUES).toSorted())
  for (const file of ['.env', 'deploy/secrets/master.key', 'deploy/secrets/s3.key'])
    expect((await stat(join(place, file))).mode & 0o077).toBe(0)
  const { X509Certificate } = await import('node:crypto')
  const certificate = new X509Certificate(await readFile(join(place, 'deploy/secrets/s3.crt')))
  expect(certificate.checkHost('s3')).toBe('s3')
  for (const { file } of Object.values(compose.secrets)) expect(existsSync(join(place, file))).toBe(true)
  await expect(make()).rejects.toMatchObject({ code: 1 })
  await rm(place, { recursive: true })
})

test('Caddyfile: braces are closed, its variables are of .env, and it points to the existing service and port', () => {
  const text = read('deploy/Caddyfile').replaceAll(/^\s*#.*$/gm, '')
  const open = text.replaceAll(/\{\$\w+\}|\{http[^}]*\}|\{host\}|\{uri\}/g, '')
  expect(open.match(/\{/g)).toHaveLength(open.match(/\}/g)!.length)
  for (const [, name] of text.matchAll(/\{\$(\w+)\}/g))
    expect(Object.keys(compose.services['caddy']!.environment!)).toContain(name)
  expect(text).toMatch(/dynamic a app 3000/)
  expect(text.indexOf('(bedside)')).toBeLessThan(text.indexOf('import bedside'))
})

test('no file of this folder names a missing file', () => {
  expect(globSync('deploy/*').toSorted()).toEqual([
    'deploy/Caddyfile',
    'deploy/bedside.service',
    'deploy/make-secrets.sh',
  ])
})
