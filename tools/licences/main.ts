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
  const licences = licencesOf(packages)
  for (const licensed of licences) {
    const why = EXCEPTIONS.find((each) => isMeant(each, licensed))?.why
    const marks = [licensed.dev ? 'tool' : '', why ?? ''].filter(Boolean).map((mark) => `\t${mark}`)
    process.stdout.write(`${licensed.name}\t${licensed.version}\t${licensed.licence ?? 'unknown'}${marks.join('')}\n`)
  }
  const refused = licences.flatMap((licensed) => {
    const why = whyNotLicensed(licensed)
    return why ? [`${licensed.name}@${licensed.version} ${why}`] : []
  })
  for (const line of refused) process.stderr.write(`bedside: ${line}\n`)
  return refused.length > 0 ? 1 : 0
}

process.exitCode = main()
