/** Begins the name of the lock that a page holds for as long as it is open; what follows is its build. */
export const BUILD_LOCK = 'bedside-build-'

/** The address of this build's list of parts, which is its name too; nothing while it is being written. */
export const partsAddress = (): string | undefined => document.documentElement.dataset['parts']

/** Only the hash; `dev` during development. */
export const buildOf = (parts: string | undefined): string => /parts-([\w-]{8})\.json$/.exec(parts ?? '')?.[1] ?? 'dev'

/** Says to the worker that a page of this build is open, whose parts may not go. */
export function holdBuild(): void {
  const build = partsAddress()
  if (build) void navigator.locks?.request(BUILD_LOCK + build, { mode: 'shared' }, () => new Promise(() => {}))
}
