import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { runChild } from '../../run/child.ts'
import { installOwn } from '../own-package.ts'

/** The peers' own package, which the app's install does not include. */
export const PEERS = join(import.meta.dirname, '..', '..', 'peers')

/** Installs the peers from their own lockfile if needed, checks their types and builds their pages. */
export async function preparePeers(): Promise<void> {
  await installOwn(PEERS, 'the peers')
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
