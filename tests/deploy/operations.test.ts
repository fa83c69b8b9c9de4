import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/**
 * A test runs every command of docs/operations.md: the test named here runs it by the tool's own name, with each of its
 * options.
 */
const CLAIMS: Readonly<Record<string, string>> = {
  pack: 'tests/deploy/pack.test.ts',
  tar: 'tests/deploy/pack.test.ts',
  start: 'tests/deploy/pack.test.ts',
  curl: 'tests/deploy/pack.test.ts',
  'make-secrets.sh': 'tests/deploy/files.test.ts',
  migrate: 'server/db/migrate.test.ts',
  'upgrade-db': 'tests/faults/upgrade.test.ts',
  front: 'tests/deploy/front.test.ts',
  backup: 'tests/faults/backup.test.ts',
  restore: 'tests/faults/backup.test.ts',
  keys: 'tests/faults/keys.test.ts',
  gzip: 'tests/faults/backup.test.ts',
  'remove-factor': 'server/areas/session/remove-factor.test.ts',
}
/** What tests cannot run: a container engine, a running systemd, PostgreSQL's own client. */
const UNTESTED = /^(docker compose|systemctl|useradd|cp|psql) /

const text = readFileSync('docs/operations.md', 'utf8')
const blocks = [...text.matchAll(/^```(\w+)\n([^]*?)^```$/gm)].map(([, kind = '', body = '']) => ({
  kind,
  lines: body.trim().split('\n'),
}))
const commands = blocks.filter(({ kind }) => kind === 'sh').flatMap(({ lines }) => lines)
const nameOf = (command: string) =>
  /^(?:npm run|node run\.mjs) ([\w-]+)/.exec(command)?.[1] ?? command.split(' ')[0]!.replace(/^.*\//, '')

test('the reader above finds the commands', () => {
  expect(commands.length).toBeGreaterThan(14)
  expect(new Set(blocks.map(({ kind }) => kind))).toEqual(new Set(['sh', 'console']))
})

test.each([...new Set(commands)])('%s', (command) => {
  const claim = CLAIMS[nameOf(command)]
  expect(claim).toBeDefined()
  const sourceText = readFileSync(claim!, 'utf8')
  const tool = `tools/${nameOf(command)}/main.ts`
  const isOurs = /^(npm run|node run\.mjs)/.test(command)
  const options = isOurs ? [...command.matchAll(/--[a-z][\w-]*/g)].map(([option]) => `'${option}'`) : []
  const wanted = [isOurs && existsSync(tool) ? tool : nameOf(command), ...options]
  expect(wanted.filter((part) => !sourceText.includes(part))).toEqual([])
  // and the command exists
  expect(!isOurs || readFileSync('package.json', 'utf8').includes(`run.mjs ${nameOf(command)}"`)).toBe(true)
})

test('a command that no test runs is listed, and could not be run by one', () => {
  const untested = blocks.filter(({ kind }) => kind === 'console').flatMap(({ lines }) => lines)
  expect(untested.filter((line) => !UNTESTED.test(line))).toEqual([])
})

test('no claim refers to a removed command', () => {
  expect(Object.keys(CLAIMS).toSorted()).toEqual([...new Set(commands.map(nameOf))].toSorted())
})

test('every setting named is one of the README', () => {
  const readme = readFileSync('README.md', 'utf8')
  const named = new Set(text.match(/\b(?:BEDSIDE|DATABASE)_[A-Z_\d]+\b|\b(?:PUBLIC_URL|TRUST_PROXY)\b/g))
  expect([...named].filter((name) => !readme.includes(`\`${name}\``))).toEqual([])
})
