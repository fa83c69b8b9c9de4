import { createHash } from 'node:crypto'
import { open, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'
import { BackupProblem } from './problem.ts'

/**
 * A backup's `manifest.json`: its content with sums and counts, and what is needed to restore it. It is written last.
 */
export type Manifest = v.InferOutput<typeof manifestSchema>

const sum = v.object({ bytes: v.number(), sha256: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)) })

const manifestSchema = v.object({
  /** The version of the folder's layout. */
  format: v.literal(1),
  id: v.pipe(v.string(), v.uuid()),
  /** When its snapshot was taken, ISO. */
  madeAt: v.pipe(v.string(), v.isoTimestamp()),
  build: v.number(),
  /** PostgreSQL's `server_version_num`. */
  postgres: v.number(),
  /** Identifies the master key of its files and secrets, without revealing it. */
  key: v.string(),
  /** The migrations that made its tables. */
  migrations: v.array(v.object({ name: v.string(), sha: v.string() })),
  tables: v.array(v.object({ name: v.string(), columns: v.string(), shape: v.string(), rows: v.number(), sum })),
  sequences: v.array(v.object({ name: v.string(), last: v.string() })),
  files: v.object({
    count: v.number(),
    bytes: v.number(),
    /** Sum of `files.txt`, which has one line per file: name, bytes, SHA-256. */
    list: sum,
    /** How many files that records name were missing. */
    missing: v.number(),
  }),
})

const manifestFile = (folder: string) => join(folder, 'manifest.json')
export const listFile = (folder: string) => join(folder, 'files.txt')
/** The file of a table's rows. A name that PostgreSQL quotes is written without its quotes. */
export const rowsFile = (folder: string, table: string) => join(folder, 'rows', `${table.replaceAll('"', '')}.copy.gz`)

/** Its last line is a sum over the rest. */
export async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  const text = `${JSON.stringify(manifest, null, 1)}\n`
  const file = await open(manifestFile(folder), 'wx', 0o600)
  try {
    await file.writeFile(`${text}${sumOf(text)}\n`)
    await file.sync()
  } finally {
    await file.close()
  }
}

/**
 * The manifest of a backup.
 *
 * @throws {BackupProblem} it is missing, truncated, or of a newer layout
 */
export async function readManifest(folder: string): Promise<Manifest> {
  const whole = await readFile(manifestFile(folder), 'utf8').catch(() => null)
  if (whole === null)
    throw new BackupProblem(
      'cut_short',
      `${folder} is no whole backup: it has no manifest.json, which is written last.`,
    )
  const [, text = '', own] = /^([^]*\n)([0-9a-f]{64})\n$/.exec(whole) ?? []
  if (sumOf(text) !== own) throw new BackupProblem('cut_short', `${manifestFile(folder)} is cut short or was changed.`)
  const parsed = v.safeParse(manifestSchema, JSON.parse(text))
  if (parsed.success) return parsed.output
  throw new BackupProblem(
    'newer',
    `${folder} was written by another version of Bedside, whose layout this one does not know.`,
  )
}

const sumOf = (text: string) => createHash('sha256').update(text).digest('hex')
