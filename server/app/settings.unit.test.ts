import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { LANES } from '../db/lanes.ts'
import { bucketOf, listenHost, readSettings, type Settings } from './settings.ts'

test('nothing is set: the defaults apply', () => {
  expect(settingsOf({})).toEqual({
    PORT: 3000,
    BEDSIDE_AUDIT_YEARS: 6,
    BEDSIDE_BACKUP_HOURS: 24,
    BEDSIDE_BACKUP_KEEP: 14,
    BEDSIDE_CONNECTIONS: LANES,
    BEDSIDE_WORKERS: '1',
    BEDSIDE_DATA: resolve('.data'),
    BEDSIDE_LOG: 'info',
  })
})

test('everything is set: it is parsed', () => {
  const settings = settingsOf({
    PORT: '0',
    HOST: '::1',
    PUBLIC_URL: 'https://Clinic.example/',
    TRUST_PROXY: '127.0.0.1, 10.0.0.0/8,fd00::/8',
    BEDSIDE_DATA: '/data',
    BEDSIDE_KEY_FILE: '/keys/master',
    DATABASE_URL: 'postgresql://bedside:secret@db.example/bedside',
    BEDSIDE_DEMO: 'large',
    BEDSIDE_NOW: '2026-03-29T09:00:00+03:00',
    BEDSIDE_PRIVATE_HOSTS: 'Mail.clinic.lan, 10.0.0.5',
    BEDSIDE_CONNECTIONS: 'requests=12, pulls=6',
    BEDSIDE_PUSH_HOSTS: 'push.example.com, https://push.clinic.lan:8443',
    BEDSIDE_BACKUP: '/backups',
    BEDSIDE_AUDIT_YEARS: '10',
    BEDSIDE_BACKUP_HOURS: '6',
    BEDSIDE_BACKUP_KEEP: '28',
    BEDSIDE_LOG: 'warn',
  })
  expect(settings).toEqual({
    PORT: 0,
    BEDSIDE_WORKERS: '1',
    HOST: '::1',
    PUBLIC_URL: 'https://clinic.example',
    TRUST_PROXY: ['127.0.0.1', '10.0.0.0/8', 'fd00::/8'],
    BEDSIDE_DATA: '/data',
    BEDSIDE_KEY_FILE: '/keys/master',
    DATABASE_URL: 'postgresql://bedside:secret@db.example/bedside',
    BEDSIDE_DEMO: 'large',
    BEDSIDE_NOW: Date.UTC(2026, 2, 29, 6),
    BEDSIDE_PRIVATE_HOSTS: ['mail.clinic.lan', '10.0.0.5'],
    BEDSIDE_CONNECTIONS: { ...LANES, requests: 12, pulls: 6 },
    BEDSIDE_PUSH_HOSTS: ['push.example.com', 'https://push.clinic.lan:8443'],
    BEDSIDE_BACKUP: '/backups',
    BEDSIDE_AUDIT_YEARS: 10,
    BEDSIDE_BACKUP_HOURS: 6,
    BEDSIDE_BACKUP_KEEP: 28,
    BEDSIDE_LOG: 'warn',
  })
})

test('an empty value counts as not set', () => {
  expect(settingsOf({ PORT: '', DATABASE_URL: ' ' })).toEqual(settingsOf({}))
})

test.each([
  ['PORT', '65536'],
  ['PORT', '-1'],
  ['PORT', '3000a'],
  ['HOST', 'a b'],
  ['PUBLIC_URL', 'clinic.example'],
  ['PUBLIC_URL', 'https://clinic.example/app'],
  ['PUBLIC_URL', 'ftp://clinic.example'],
  ['TRUST_PROXY', 'true'],
  ['TRUST_PROXY', '10.0.0.0/33'],
  ['TRUST_PROXY', '127.0.0.1,'],
  ['DATABASE_URL', 'mysql://bedside:secret@db/bedside'],
  ['BEDSIDE_DEMO', 'yes'],
  ['BEDSIDE_NOW', '2026-03-29'],
  ['BEDSIDE_NOW', '2026-03-29T09:00:00'],
  ['BEDSIDE_NOW', '2026-02-31T25:00:00Z'],
  ['BEDSIDE_PRIVATE_HOSTS', 'mail.clinic.lan,https://secret'],
  ['BEDSIDE_CONNECTIONS', 'requests=0'],
  ['BEDSIDE_CONNECTIONS', 'lists=3'],
  ['BEDSIDE_CONNECTIONS', '12'],
  ['BEDSIDE_PUSH_HOSTS', 'https://push.clinic.lan/path'],
  ['BEDSIDE_PUSH_HOSTS', 'ftp://push.clinic.lan'],
  ['BEDSIDE_AUDIT_YEARS', '5'],
  ['BEDSIDE_BACKUP_HOURS', '0'],
  ['BEDSIDE_BACKUP_HOURS', '1.5'],
  ['BEDSIDE_BACKUP_KEEP', 'all'],
  ['BEDSIDE_LOG', 'loud'],
])('%s=%s is reported in one line, without its value', (name, value) => {
  const problems = problemsOf({ [name]: value })
  expect(problems).toEqual([expect.stringMatching(new RegExp(`^${name} [^\\n]+$`))])
  expect(problems[0]).not.toContain('secret')
})

test('every wrong setting gets its own line', () => {
  expect(problemsOf({ PORT: 'x', BEDSIDE_DEMO: 'x', BEDSIDE_LOG: 'x' })).toHaveLength(3)
})

test('the clock is shifted for demo data only', () => {
  const BEDSIDE_NOW = '2026-03-29T09:00:00Z'
  expect(problemsOf({ BEDSIDE_NOW, BEDSIDE_DEMO: '0' })).toEqual([expect.stringMatching(/^BEDSIDE_NOW /)])
  expect(settingsOf({ BEDSIDE_NOW }).BEDSIDE_NOW).toBe(Date.parse(BEDSIDE_NOW))
})

test('demo data is served on this machine only unless HOST says otherwise', () => {
  expect(listenHost(settingsOf({}), true)).toBe('127.0.0.1')
  expect(listenHost(settingsOf({}), false)).toBe('0.0.0.0')
  expect(listenHost(settingsOf({ HOST: '0.0.0.0' }), true)).toBe('0.0.0.0')
})

function settingsOf(env: Record<string, string>): Settings {
  const result = readSettings(env)
  if ('problems' in result) throw new Error(result.problems.join('\n'))
  return result.settings
}

function problemsOf(env: Record<string, string>): string[] {
  const result = readSettings(env)
  return 'problems' in result ? result.problems : []
}

test('files in S3-compatible storage: all four settings or none, and HTTPS only', () => {
  const all = {
    BEDSIDE_S3_BUCKET: 'https://s3.example/clinic-files/',
    BEDSIDE_S3_REGION: 'eu-central-1',
    BEDSIDE_S3_KEY: 'id',
    BEDSIDE_S3_SECRET: 'secret',
  }
  expect(bucketOf(settingsOf(all))).toEqual({
    url: 'https://s3.example/clinic-files',
    region: 'eu-central-1',
    keyId: 'id',
    secret: 'secret',
  })
  expect(bucketOf(settingsOf({}))).toBeNull()
  const { BEDSIDE_S3_SECRET: _, ...some } = all
  for (const env of [
    some,
    { ...all, BEDSIDE_S3_BUCKET: 'http://s3.example/files' },
    { ...all, BEDSIDE_S3_REGION: 'no region' },
  ])
    expect(readSettings(env)).toHaveProperty('problems')
})

test('several processes need the settings that they share', () => {
  const shared = {
    DATABASE_URL: 'postgres://bedside@db.example/bedside',
    BEDSIDE_S3_BUCKET: 'https://s3.example/files',
    BEDSIDE_S3_REGION: 'eu',
    BEDSIDE_S3_KEY: 'k',
    BEDSIDE_S3_SECRET: 's',
  }
  for (const BEDSIDE_WORKERS of ['auto', '4', '64'])
    expect(readSettings({ ...shared, BEDSIDE_WORKERS })).toMatchObject({ settings: { BEDSIDE_WORKERS } })
  for (const BEDSIDE_WORKERS of ['0', '65', '-1', 'many'])
    expect(readSettings({ ...shared, BEDSIDE_WORKERS })).toEqual({
      problems: [expect.stringMatching(/^BEDSIDE_WORKERS must be auto or/)],
    })
  expect(readSettings({ BEDSIDE_WORKERS: 'auto' })).toEqual({
    problems: [expect.stringMatching(/^BEDSIDE_WORKERS .*DATABASE_URL and BEDSIDE_S3_BUCKET/)],
  })
})
