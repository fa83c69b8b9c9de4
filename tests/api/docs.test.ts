import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startServer, type TestServer } from '../support/server.ts'
import { PASSWORD } from '../support/world.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
  await server.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => server.stop())

test('33 1: every command of docs/api.md works as described, on a server', async () => {
  const page = await readFile(join(import.meta.dirname, '../../docs/api.md'), 'utf8')
  const expected = {
    BEDSIDE: `http://localhost:${(server.app.server.address() as AddressInfo).port}`, // it listens on a port
    USERNAME: server.world.people.deskKuzey.username,
    PASSWORD: `'${PASSWORD}'`,
  }
  const commands = [...page.matchAll(/^```sh\n([\s\S]*?)^```/gm)]
    .map(([, block]) => block!)
    .join('\n')
    .replaceAll(/^(BEDSIDE|USERNAME|PASSWORD)=.*$/gm, (_, name: keyof typeof expected) => `${name}=${expected[name]}`)
  expect(commands.match(/^(?:\w+=\$\()?(?:ask|send) /gm)!.length).toBeGreaterThan(10)
  // each command prints its answer on a line of its own, and a failing command ends the script
  const script = `set -euo pipefail\n${commands.replaceAll(/^((?:ask|send) .*)$/gm, '$1; echo')}`
  const { stdout } = await promisify(execFile)('bash', ['-c', script], {
    env: { ...process.env, PATH: `${join(process.execPath, '..')}:${process.env['PATH']}` },
  })
  const lines = stdout.split('\n').filter((line) => line !== '')
  expect(lines).toContain('already_cancelled')
  const answers = lines
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Record<string, unknown>)
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => true))
  expect(answers.at(-2)).toMatchObject({ appointment: { status: 'cancelled', note: 'Booked by a script.' } })
  expect(answers.length).toBe(5)
  const { rows } = await server.pool.query(`select cancel_reason from appointment where status = 'cancelled'`)
  expect(rows).toEqual([{ cancel_reason: 'It was a trial.' }])
})

describe('the explorer', () => {
  const ask = (url: string, headers: Record<string, string> = {}) => server.app.inject({ url, headers })

  test('it is served by this server only, under the same policy as every page', async () => {
    const [page, app] = await Promise.all([ask('/api/docs'), ask('/api/health')])
    expect(page.headers['content-security-policy']).toBe(app.headers['content-security-policy'])
    expect(page.headers['content-security-policy']).toMatch(/script-src 'self';/)
    expect([...page.body.matchAll(/(?:src|data-\w+|href)="([^"]+)"/g)].map(([, at]) => at)).toEqual([
      '/api/docs/explorer.js',
      '/api/docs/explorer.css',
      '/api/openapi.json',
      '/api/docs/start.js',
    ])
  })

  test.each([
    ['/api/docs/explorer.js', 'text/javascript', 'SwaggerUIBundle'],
    ['/api/docs/explorer.css', 'text/css', '.swagger-ui'],
    ['/api/docs/start.js', 'text/javascript', '/api/openapi.json'],
  ])('%s, compressed if accepted', async (url, type, holds) => {
    const [plain, packed] = [await ask(url), await ask(url, { 'accept-encoding': 'gzip, br' })]
    expect(plain.statusCode).toBe(200)
    expect(plain.headers).toMatchObject({ 'content-type': `${type}; charset=utf-8`, vary: 'accept-encoding' })
    expect(plain.body).toContain(holds)
    expect(plain.body).not.toContain('sourceMappingURL')
    expect(packed.headers['content-encoding']).toBe('br')
    expect(brotliDecompressSync(packed.rawPayload).toString()).toBe(plain.body)
    expect(packed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 2)
  })
})
