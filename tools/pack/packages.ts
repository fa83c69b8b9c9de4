/** What packing needs of a package in package-lock.json. */
type Locked = {
  readonly dependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>
  /** A development tool. */
  readonly dev?: boolean
}

/**
 * The folders of the packages that these need to run, dependencies included, in npm's layout: a package's own folder is
 * searched first, then those above it. An optional package counts if `isThere` says that it is installed.
 */
export function packagesFor(
  names: Iterable<string>,
  packages: Readonly<Record<string, Locked>>,
  isThere: (folder: string) => boolean,
): readonly string[] {
  const found = new Set<string>()
  const visit = (name: string, from: string, isOptional: boolean) => {
    const folder = folderOf(name, from, packages)
    if (isOptional && !(folder && isThere(folder))) return
    if (!folder || packages[folder]!.dev)
      throw new Error(`${name}, which ${from || 'the server'} needs, is no package that runs`)
    if (found.has(folder)) return
    found.add(folder)
    const {
      dependencies = {},
      optionalDependencies = {},
      peerDependencies = {},
      peerDependenciesMeta = {},
    } = packages[folder]!
    for (const each of Object.keys(dependencies)) visit(each, folder, each in optionalDependencies)
    for (const each of Object.keys(optionalDependencies)) visit(each, folder, true)
    for (const each of Object.keys(peerDependencies))
      if (!peerDependenciesMeta[each]?.optional) visit(each, folder, false)
  }
  for (const name of names) visit(name, '', false)
  return [...found].toSorted()
}

/** Looks as Node does: in the package's own folder first, then upwards. */
function folderOf(name: string, from: string, packages: Readonly<Record<string, unknown>>): string | null {
  const below = `${from ? `${from}/` : ''}node_modules/${name}`
  if (below in packages) return below
  if (!from) return null
  return folderOf(name, from.slice(0, Math.max(0, from.lastIndexOf('/node_modules/'))), packages)
}

/** Names of the packages that a source text imports, or looks up by `resolve`. */
export function importsOf(source: string): readonly string[] {
  const found = source.matchAll(
    /^(?:(?:import|export)\s(?!type\s)[^'"`;]*?from\s*|import\s*)'(?<name>[^'.#/][^']*)'|\b(?:import|resolve)\('(?<lazy>[^'.#/][^']*)'\)/gm,
  )
  return [...found]
    .map(({ groups = {} }) => groups['name'] ?? groups['lazy'] ?? '')
    .filter((name) => !name.startsWith('node:'))
    .map((name) => name.split('/', name.startsWith('@') ? 2 : 1).join('/'))
}
