import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { root, runChild, say } from '../run/child.ts'
import { packInto } from './pack.ts'

/**
 * `npm run pack -- [<folder> | <file>.tgz]`: everything a server needs to run, without what builds and tests it, as a
 * folder or a tarball; default `bedside-<version>-<machine>.tgz` next to the project. To run it one needs only Node:
 * `node run.mjs start`.
 */
async function main([to, ...more]: readonly string[]): Promise<number> {
  if (more.length || to?.startsWith('-')) return giveUp('npm run pack -- [<folder> | <file>.tgz]')
  if (to && !to.endsWith('.tgz')) {
    const { packages, files } = await packInto(resolve(to))
    say(`${resolve(to)}: ${files} files of Bedside, ${packages.length} packages`)
    return 0
  }
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string }
  const name = `bedside-${version}-${process.platform}-${process.arch}`
  const above = await mkdtemp(join(tmpdir(), 'bedside-pack-'))
  try {
    await packInto(join(above, name))
    const file = to ? resolve(to) : join(root, `${name}.tgz`)
    const code = await runChild('tar', ['-czf', file, '-C', above, name])
    if (code === 0) say(file)
    return code
  } finally {
    await rm(above, { recursive: true, force: true })
  }
}

function giveUp(line: string) {
  process.stderr.write(`${line}\n`)
  return 1
}

process.exitCode = await main(process.argv.slice(2))
