/** The prefix of the lock that a page holds while it is open; the build's name follows. */
export const BUILD_LOCK = 'bedside-build-'

/** The address of this build's list of parts, which also names the build; absent while it is being built. */
export const partsAddress = (): string | undefined => document.documentElement.dataset['parts']

/** Only the hash; `dev` during development. */
export const buildOf = (parts: string | undefined): string => /parts-([\w-]{8})\.json$/.exec(parts ?? '')?.[1] ?? 'dev'

/** Tells the worker that a page of this build is open, so that it keeps the build's parts. */
export function holdBuild(): void {
  const build = partsAddress()
  if (build) void navigator.locks?.request(BUILD_LOCK + build, { mode: 'shared' }, () => new Promise(() => {}))
}
