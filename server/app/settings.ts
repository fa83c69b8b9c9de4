import { isIP } from 'node:net'
import { resolve } from 'node:path'
import * as v from 'valibot'
import { isRange } from './address-range.ts'
import { connections, databaseUrl, databaseUrls } from './database-settings.ts'

/** All parsed settings from the environment, under the same names, so that one search finds every use. */
export type Settings = v.InferOutput<typeof settingsSchema>

/** The bucket for files; null if they are in the data folder. */
export function bucketOf(settings: Settings) {
  const [url, region, keyId, secret] = S3.map((name) => settings[name])
  return url && region && keyId && secret ? { url, region, keyId, secret } : null
}

/** Whether several processes may run on the same data; then none of it may be in a process's own folder. */
export const mayShare = (settings: {
  readonly DATABASE_URL?: string | undefined
  readonly BEDSIDE_S3_BUCKET?: string | undefined
}) => settings.DATABASE_URL !== undefined && settings.BEDSIDE_S3_BUCKET !== undefined

export type SettingsResult = { settings: Settings } | { problems: string[] }

/**
 * Reads the settings; an empty variable counts as not set. Returns either the settings or one line for every wrong one;
 * a line never repeats a value that may contain a password.
 */
export function readSettings(env: Record<string, string | undefined>): SettingsResult {
  const present = Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim()))
  const parsed = v.safeParse(settingsSchema, present)
  if (parsed.success) return { settings: parsed.output }
  return { problems: parsed.issues.map((issue) => `${v.getDotPath(issue) ?? ''} ${issue.message}`) }
}

/** The address to listen on without HOST: demo data has known passwords, so it stays on this machine. */
export function listenHost(settings: Settings, hasDemoData: boolean) {
  return settings.HOST ?? (hasDemoData ? '127.0.0.1' : '0.0.0.0')
}

const port = v.pipe(
  v.string(),
  v.regex(/^\d{1,5}$/, 'must be a port number from 1 to 65535 (0: any free one)'),
  v.transform(Number),
  v.maxValue(65_535, 'must be a port number from 1 to 65535 (0: any free one)'),
)

const metricsAddress = v.pipe(
  v.string(),
  v.rawTransform(({ dataset: { value }, addIssue, NEVER }) => {
    const [, host, at] = /^(\[[\da-f:]+\]|[\w.-]+):(\d{1,5})$/i.exec(value) ?? []
    if (host && Number(at) <= 65_535) return { host: host.replace(/^\[|\]$/g, ''), port: Number(at) }
    addIssue({ message: 'must be an address and a port, like 127.0.0.1:9464' })
    return NEVER
  }),
)

const hostName = v.pipe(
  v.string(),
  v.check(
    (host) => isIP(host) > 0 || /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(host),
    'must be an address or a host name',
  ),
)

const hostNames = v.pipe(
  v.string(),
  v.transform((text) => text.split(',').map((host) => host.trim().toLowerCase())),
  v.everyItem(
    (host) => isIP(host) > 0 || /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/.test(host),
    'must list host names, like mail.clinic.lan,10.0.0.5',
  ),
)

const pushHosts = v.pipe(
  v.string(),
  v.transform((text) => text.split(',').map((host) => host.trim().toLowerCase())),
  v.everyItem(
    (host) =>
      (/^https?:/.test(host) && URL.parse(host)?.origin === host) || /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/.test(host),
    'must list host names of the open internet or origins of your own network, like push.example.com,https://push.clinic.lan:8443',
  ),
)

const origin = v.pipe(
  v.string(),
  v.check((text) => {
    const url = URL.parse(text)
    return (
      url !== null &&
      /^https?:$/.test(url.protocol) &&
      url.pathname === '/' &&
      !url.search &&
      !url.hash &&
      !url.username
    )
  }, 'must be an http or https address without a path, like https://clinic.example'),
  v.transform((text) => new URL(text).origin),
)

const webAddress = v.pipe(
  v.string(),
  v.check((text) => /^https?:$/.test(URL.parse(text)?.protocol ?? ''), 'must be an http or https address'),
)

const bucket = v.pipe(
  v.string(),
  v.check((text) => {
    const url = URL.parse(text)
    return (
      url !== null &&
      // what leaves is already encrypted; the storage sees only names and signatures
      (url.protocol === 'https:' || isLoopback(url.hostname)) &&
      !url.search &&
      !url.hash &&
      !url.username
    )
  }, 'must be the https address of a bucket, like https://s3.eu-central-1.amazonaws.com/clinic-files'),
  v.transform(withoutSlashes),
)

function withoutSlashes(text: string): string {
  let end = text.length
  while (text[end - 1] === '/') end--
  return text.slice(0, end)
}

const isLoopback = (host: string) => host === '127.0.0.1' || host === 'localhost' || host === '[::1]'

const proxies = v.pipe(
  v.string(),
  v.transform((text) => text.split(',').map((range) => range.trim())),
  v.everyItem(isRange, 'must list the proxies as addresses or CIDR ranges, like 127.0.0.1,10.0.0.0/8'),
)

const workers = v.pipe(
  v.string(),
  v.regex(/^(auto|[1-9]|[1-5]\d|6[0-4])$/, 'must be auto or a number of processes from 1 to 64'),
)

const instant = v.pipe(
  v.string(),
  v.isoTimestamp('must be an ISO instant with its zone, like 2026-03-29T09:00:00Z'),
  v.transform((text) => new Date(text).getTime()),
  v.finite('must be an instant that exists'),
)

const path = v.pipe(
  v.string(),
  v.transform((text) => resolve(text)),
)

const wholeFrom = (least: number, most: number) =>
  v.pipe(
    v.string(),
    v.regex(/^\d{1,4}$/, `must be a number from ${least} to ${most}`),
    v.transform(Number),
    v.minValue(least, `must be a number from ${least} to ${most}`),
    v.maxValue(most, `must be a number from ${least} to ${most}`),
  )

const S3 = ['BEDSIDE_S3_BUCKET', 'BEDSIDE_S3_REGION', 'BEDSIDE_S3_KEY', 'BEDSIDE_S3_SECRET'] as const

const settingsSchema = v.pipe(
  v.object({
    /** TCP port to listen on; 0 takes any free one. Default 3000. */
    PORT: v.optional(port, '3000'),
    /** Address to listen on. Default 127.0.0.1 with demo data, else 0.0.0.0. */
    HOST: v.optional(hostName),
    /** Origin under which people reach the platform's own host, for links in mails. Default http://localhost:PORT. */
    PUBLIC_URL: v.optional(origin),
    /** Proxies whose X-Forwarded-* headers are believed: addresses and CIDR ranges, separated by commas. Default none. */
    TRUST_PROXY: v.optional(proxies),
    /** Data folder: embedded database, files, keys. Default .data in the folder of the start. */
    BEDSIDE_DATA: v.optional(path, '.data'),
    /** File of the master key (mode 0600). Default: `<data folder>.key`, or an older build's `master.key` in it. */
    BEDSIDE_KEY_FILE: v.optional(path),
    /** A PostgreSQL 15 or newer to use instead of the embedded one. Default: the embedded one in the data folder. */
    DATABASE_URL: v.optional(databaseUrl),
    /** Login of requests, the role bedside_app (docs/database-logins.sql). Default: embedded its own, else the owner's. */
    DATABASE_REQUEST_URL: v.optional(databaseUrl),
    /** Read replicas of DATABASE_URL, separated by commas, each by the address of one server and with the login of DATABASE_REQUEST_URL. Default none. */
    DATABASE_READ_URLS: v.optional(databaseUrls),
    /** The login of the server's own work on it: the role bedside_server (docs/database-logins.sql). Default as of DATABASE_REQUEST_URL. */
    DATABASE_SERVER_URL: v.optional(databaseUrl),
    /** `transaction`: DATABASE_REQUEST_URL and DATABASE_SERVER_URL lead to a pooler like pgbouncer in transaction mode. DATABASE_URL never does: it migrates, locks and listens. Default none. */
    DATABASE_POOLER: v.optional(v.picklist(['transaction'], 'must be transaction, or not set')),
    /** How many processes `npm start` runs on this machine: a number, or `auto` for one a core. More than one needs DATABASE_URL and BEDSIDE_S3_BUCKET. Default 1. */
    BEDSIDE_WORKERS: v.optional(workers, '1'),
    /** Connections per kind of work, as in `requests=12,pulls=6`; others keep their default (`lanes.ts`). */
    BEDSIDE_CONNECTIONS: v.optional(connections, ''),
    /** Address at which metrics are served (`/metrics`), as in 127.0.0.1:9464 or [::1]:9464; inside your own network. Default none. */
    BEDSIDE_METRICS: v.optional(metricsAddress),
    /** Invented data to load: small, large, or 0 for none. Default small when the database is the embedded one and empty, else 0. */
    BEDSIDE_DEMO: v.optional(v.picklist(['small', 'large', '0'], 'must be small, large or 0')),
    /** Host names under which a demo server answers other machines too, separated by commas. Default none: it answers only its own machine. */
    BEDSIDE_DEMO_HOSTS: v.optional(hostNames),
    /** The time at which the server's clock starts, as an ISO instant. Demo data only. Default: the machine's clock. Parsed to epoch milliseconds. */
    BEDSIDE_NOW: v.optional(instant),
    /** Mail and SMS servers in one's own network that may be used: host names, separated by commas. Default none; hosts of the open internet need no entry. */
    BEDSIDE_PRIVATE_HOSTS: v.optional(hostNames),
    /** Push services beside those of the usual browsers that devices may subscribe at, separated by commas: host names of the open internet, or the whole origin of one in one's own network. Default none. */
    BEDSIDE_PUSH_HOSTS: v.optional(pushHosts),
    /** A bucket of S3-compatible storage for files, by its address, with its region and keys; all four or none. Default: a folder in the data folder. */
    BEDSIDE_S3_BUCKET: v.optional(bucket),
    BEDSIDE_S3_REGION: v.optional(
      v.pipe(v.string(), v.regex(/^[a-z0-9-]{1,40}$/, 'must be a region, like eu-central-1')),
    ),
    BEDSIDE_S3_KEY: v.optional(v.string()),
    BEDSIDE_S3_SECRET: v.optional(v.string()),
    /** Where the clinic software Medisoft is asked for doctors, and with which key. Default none; with demo data a double. */
    MEDISOFT_URL: v.optional(webAddress),
    MEDISOFT_KEY: v.optional(v.string()),
    /** The app's own id and secret at Google, for calendars connected by consent. Default none; with demo data a double. */
    GOOGLE_CLIENT_ID: v.optional(v.string()),
    GOOGLE_CLIENT_SECRET: v.optional(v.string()),
    /** Origin of another service that speaks Google's protocol. Default Google's own hosts. */
    GOOGLE_URL: v.optional(origin),
    /** Origin of another video platform that answers as YouTube does: oEmbed, pictures, frames. Default YouTube; with demo data a double. */
    VIDEO_URL: v.optional(origin),
    /** Stripe's secret key, and the signing secrets of its webhook, separated by a comma while they are being changed. Default none; then only a demo server takes cards, by the built-in test provider. */
    STRIPE_SECRET_KEY: v.optional(
      v.pipe(
        v.string(),
        v.regex(/^(sk|rk)_\w{10,300}$/, 'must be a secret key of Stripe, which begins with sk_ or rk_'),
      ),
    ),
    STRIPE_WEBHOOK_SECRETS: v.optional(
      v.pipe(
        v.string(),
        v.transform((text) => text.split(',').map((secret) => secret.trim())),
        v.everyItem(
          (secret) => /^whsec_\S{8,300}$/.test(secret),
          'must list signing secrets of Stripe, which begin with whsec_',
        ),
      ),
    ),
    /** Mapbox' public token (pk.…): streets and places search on the map. Default none; then the map that comes with the app serves. */
    MAPBOX_TOKEN: v.optional(
      v.pipe(v.string(), v.regex(/^pk\.[\w.-]{20,300}$/, 'must be a public token of Mapbox, which begins with pk.')),
    ),
    /** A folder, best on another disk, in which the server makes a backup each BEDSIDE_BACKUP_HOURS and keeps the newest BEDSIDE_BACKUP_KEEP. Default none. */
    BEDSIDE_BACKUP: v.optional(path),
    BEDSIDE_BACKUP_HOURS: v.optional(wholeFrom(1, 168), '24'),
    BEDSIDE_BACKUP_KEEP: v.optional(wholeFrom(1, 1000), '14'),
    /** Years that lines of the audit are kept, six at least; then whole months are dropped. */
    BEDSIDE_AUDIT_YEARS: v.optional(wholeFrom(6, 100), '6'),
    /** Least severe log line to write. Default info. */
    BEDSIDE_LOG: v.optional(
      v.picklist(
        ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
        'must be a level: fatal, error, warn, info, debug, trace or silent',
      ),
      'info',
    ),
  }),
  v.forward(
    v.check(
      (settings) => settings.BEDSIDE_NOW === undefined || settings.BEDSIDE_DEMO !== '0',
      'shifts the clock of demo data only, and BEDSIDE_DEMO is 0',
    ),
    ['BEDSIDE_NOW'],
  ),
  v.forward(
    v.check(
      (settings) => settings.DATABASE_READ_URLS === undefined || settings.DATABASE_URL !== undefined,
      'are replicas of DATABASE_URL, which is not set',
    ),
    ['DATABASE_READ_URLS'],
  ),
  v.forward(
    v.check(
      (settings) =>
        settings.DATABASE_POOLER === undefined ||
        (settings.DATABASE_REQUEST_URL !== undefined && settings.DATABASE_SERVER_URL !== undefined),
      'is what DATABASE_REQUEST_URL and DATABASE_SERVER_URL lead to: set both',
    ),
    ['DATABASE_POOLER'],
  ),
  v.forward(
    v.check(
      (settings) => settings.BEDSIDE_WORKERS === '1' || mayShare(settings),
      'is more than one: then set DATABASE_URL and BEDSIDE_S3_BUCKET, which all processes share',
    ),
    ['BEDSIDE_WORKERS'],
  ),
  v.forward(
    v.check(
      (settings) => new Set(S3.map((name) => settings[name] === undefined)).size === 1,
      'is set together with BEDSIDE_S3_REGION, BEDSIDE_S3_KEY and BEDSIDE_S3_SECRET, or none of them',
    ),
    ['BEDSIDE_S3_BUCKET'],
  ),
  v.forward(
    v.check(
      (settings) => (settings.STRIPE_SECRET_KEY === undefined) === (settings.STRIPE_WEBHOOK_SECRETS === undefined),
      'and STRIPE_WEBHOOK_SECRETS are set together or not at all',
    ),
    ['STRIPE_SECRET_KEY'],
  ),
)
