import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { EXCEPTIONS, isMeant, licencesOf, whyNotLicensed, type Locked } from './licences.ts'

/**
 * `npm run licences`: every package of the lockfile with its version and licence, one per line; those that are not
 * shipped are marked `tool`. Exit code 1 if one has a licence that is not allowed.
 */
function main(): number {
  const lock = readFileSync(join(import.meta.dirname, '..', '..', 'package-lock.json'), 'utf8')
  const { packages } = JSON.parse(lock) as { packages: Record<string, Locked> } // npm's own format, version 3
  const all = licencesOf(packages)
  for (const its of all) {
    const why = EXCEPTIONS.find((each) => isMeant(each, its))?.why
    const marks = [its.dev ? 'tool' : '', why ?? ''].filter(Boolean).map((mark) => `\t${mark}`)
    process.stdout.write(`${its.name}\t${its.version}\t${its.licence ?? 'unknown'}${marks.join('')}\n`)
  }
  const refused = all.flatMap((its) => {
    const why = whyNotLicensed(its)
    return why ? [`${its.name}@${its.version} ${why}`] : []
  })
  for (const line of refused) process.stderr.write(`bedside: ${line}\n`)
  return refused.length > 0 ? 1 : 0
}

process.exitCode = main()
