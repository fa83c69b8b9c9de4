import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { runChild, say } from '../../run/child.ts'

/** The peers' own package, which the app's install does not include. */
export const PEERS = join(import.meta.dirname, '..', '..', 'peers')

/** Installs the peers from their own lockfile if needed, checks their types and builds their pages. */
export async function preparePeers(): Promise<void> {
  const stamp = join(PEERS, 'node_modules', '.lock')
  const lock = createHash('sha256')
    .update(await readFile(join(PEERS, 'package-lock.json')))
    .digest('hex')
  if ((await readFile(stamp, 'utf8').catch(() => '')) !== lock) {
    say('installing the peers (npm ci in tools/peers)')
    await mustRun('npm', ['ci', '--prefix', PEERS, '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'])
    await writeFile(stamp, lock)
  }
  await mustRun('tsc', ['--noEmit', '-p', PEERS])
  await mustRun('vite', ['build', '-c', join(PEERS, 'vite.config.ts'), '--logLevel', 'error'])
}

async function mustRun(command: string, args: string[]) {
  if ((await runChild(command, args)) !== 0) throw new Error(`${command} failed; its words are above`)
}

/** The version of a peer in its lockfile. */
export async function versionOf(name: string): Promise<string> {
  const { packages } = JSON.parse(await readFile(join(PEERS, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { version: string }>
  }
  return packages[`node_modules/${name}`]?.version ?? '?'
}
