/** What licences need of a package in package-lock.json. */
export type Locked = {
  readonly version: string
  readonly license?: string
  /** A development tool, which is not shipped. */
  readonly dev?: boolean
  /** The systems it is for; the lockfile also lists packages for other systems. */
  readonly os?: readonly string[]
  readonly cpu?: readonly string[]
}
export type Licensed = {
  readonly name: string
  readonly version: string
  /** An SPDX expression; null if the package does not say. */
  readonly licence: string | null
  readonly dev: boolean
}

/** Every package of the lockfile once, by name and version, with its licence. */
export function licencesOf(packages: Readonly<Record<string, Locked>>): readonly Licensed[] {
  const siblings = new Map(
    Object.entries(packages).flatMap(([path, { version, license }]) =>
      license ? [[familyOf(path, version), license] as const] : [],
    ),
  )
  const found = Object.entries(packages).flatMap(([path, { version, license, dev = false, os, cpu }]) => {
    if (path === '') return [] // Bedside itself
    const name = nameOf(path)
    const licensed =
      license ?? KNOWN[`${name}@${version}`] ?? ((os || cpu) && siblings.get(familyOf(path, version))) ?? null
    return [{ name, version, licence: licensed, dev }]
  })
  // a package that is both shipped and a tool counts as shipped
  const once = Map.groupBy(found, ({ name, version }) => `${name}@${version}`)
  return [...once.values()]
    .map((same) => ({ ...same[0]!, dev: same.every(({ dev }) => dev) }))
    .toSorted((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : a.version < b.version ? -1 : 1))
}

/** Why a package is not allowed, or null. */
export function whyNotLicensed(licensed: Licensed): string | null {
  const { licence, dev } = licensed
  if (licence === null) return 'says no licence'
  if (EXCEPTIONS.some((each) => isMeant(each, licensed))) return null
  const may = (word: string) => ALLOWED.has(word) || (dev && ALLOWED_IN_TOOLS.has(word))
  const plain = licence.replace(/^\((.*)\)$/, '$1')
  // an expression with both operators, or with brackets, needs a person to read it
  if (plain.includes('(') || (plain.includes(' AND ') && plain.includes(' OR ')))
    return `has an expression nobody has read: ${licence}`
  const fits = plain.includes(' OR ') ? plain.split(' OR ').some(may) : plain.split(' AND ').every(may)
  return fits ? null : `is under ${licence}`
}

/** Whether an exception applies to this package. */
export const isMeant = (exception: Exception, { name, licence }: Licensed): boolean =>
  exception.licence === licence &&
  (exception.name.endsWith('*') ? name.startsWith(exception.name.slice(0, -1)) : exception.name === name)

/** Licences allowed in shipped packages: each permits use, changes and redistribution with its notice. */
const ALLOWED: ReadonlySet<string> = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'Unlicense',
])

/** Licences of tools, which no one receives from us: their conditions on redistribution do not apply. */
const ALLOWED_IN_TOOLS: ReadonlySet<string> = new Set(['MPL-2.0'])

const LIBVIPS = 'libvips, a library of its own that is linked when it runs and can be replaced, as the LGPL asks'

const ARGPARSE =
  'Python’s own licence, which asks for its notice alone; it comes with tools that read YAML, and no server or app has it'

/**
 * Packages under other licences, each with the reason why it is allowed. A name may end in a star; the entry holds only
 * for this licence, so that a package that changes its own is reviewed again.
 */
export const EXCEPTIONS: readonly Exception[] = [
  {
    name: '@fontsource-variable/ibm-plex-sans',
    licence: 'OFL-1.1',
    why: 'a font, embedded and served as it is, which its licence allows',
  },
  { name: '@fontsource/noto-sans', licence: 'OFL-1.1', why: 'a font, embedded in papers as it is' },
  {
    name: 'caniuse-lite',
    licence: 'CC-BY-4.0',
    why: 'data about browsers that the build reads; none of it is in the app',
  },
  {
    name: 'mapbox-gl',
    licence: 'SEE LICENSE IN LICENSE.txt',
    why: 'Mapbox’ own terms: loaded only where an operator has set the token of their Mapbox account; otherwise maplibre-gl draws',
  },
  {
    name: 'web-push',
    licence: 'MPL-2.0',
    why: 'used as it is published; a file of it that was changed would have to be shown',
  },
  { name: 'argparse', licence: 'Python-2.0', why: ARGPARSE },
  { name: 'argparse', licence: 'PSF-2.0', why: ARGPARSE },
  { name: '@img/sharp-libvips-*', licence: 'LGPL-3.0-or-later', why: LIBVIPS },
  { name: '@img/sharp-win32-*', licence: 'Apache-2.0 AND LGPL-3.0-or-later', why: LIBVIPS },
  { name: '@img/sharp-wasm32', licence: 'Apache-2.0 AND LGPL-3.0-or-later AND MIT', why: LIBVIPS },
]
type Exception = { readonly name: string; readonly licence: string; readonly why: string }

/** Licences stated in a package's LICENSE file instead of its package.json, or in a form that npm does not read. */
const KNOWN: Readonly<Record<string, string>> = {
  'png-js@2.0.0': 'MIT',
  'xmlhttprequest-ssl@2.1.2': 'MIT',
}

const nameOf = (path: string) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)

/** Builds of one program for several systems share scope, version and licence. */
const familyOf = (path: string, version: string) => `${nameOf(path).split('/')[0]}@${version}`
