import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'

/** A numbered file of `migrations/`. */
export type Migration = {
  readonly name: string
  readonly sql: string
  readonly sha: string
  /** Builds without this file cannot run on a database that has it: the file has the line `-- ends older builds`. */
  readonly endsOlder: boolean
}

const FOLDER = new URL('./migrations/', import.meta.url)

/** All migrations of this build, in order. */
export async function readMigrations(): Promise<Migration[]> {
  const names = (await readdir(FOLDER)).filter((file) => file.endsWith('.sql')).toSorted()
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(new URL(name, FOLDER), 'utf8')
      const sha = createHash('sha256').update(sql).digest('hex')
      return { name, sql, sha, endsOlder: /^-- ends older builds$/m.test(sql) }
    }),
  )
}

/** The number at the start of a migration's name. */
export const numberOf = ({ name }: Pick<Migration, 'name'>): number => Number.parseInt(name, 10)
