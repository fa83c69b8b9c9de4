/**
 * What leaves a device about a fault (decision 0080): only words of these lists, and names of our own files. Never a
 * message, never an address.
 */

/** Names that the browser, React and our storage give to faults. */
export const CRASH_NAMES = [
  'Error',
  'AbortError',
  'AggregateError',
  'ChunkLoadError',
  'ConstraintError',
  'DataCloneError',
  'DataError',
  'DatabaseClosedError',
  'EvalError',
  'InvalidAccessError',
  'InvalidStateError',
  'NetworkError',
  'NotAllowedError',
  'NotFoundError',
  'NotReadableError',
  'NotSupportedError',
  'OpenFailedError',
  'OperationError',
  'QuotaExceededError',
  'RangeError',
  'ReferenceError',
  'SecurityError',
  'SyntaxError',
  'TimeoutError',
  'TransactionInactiveError',
  'TypeError',
  'URIError',
  'UnknownError',
  'VersionError',
] as const

/** Our own messages that say what failed and contain no value. */
export const CRASH_CODES = ['part_unreachable', 'chunk_timeout', 'parts_unreachable', 'shell_unreachable'] as const

/** `notifications-screen-Ab3_x9Zq.js:1:2345`: a file as the bundler names it, or one of the three with fixed names. */
export const CRASH_FRAME =
  /^(?:[a-zA-Z0-9._]{1,40}(?:-[a-zA-Z0-9._]{1,20}){0,6}-[\w-]{8}|boot|warm|sw)\.js:\d{1,7}:\d{1,7}$/
/** A route of the app without its values: `/patient/$id/edit`. */
export const CRASH_ROUTE =
  /^\/(?:[a-z]{1,20}(?:-[a-z]{1,20}){0,3}|\$id)?(?:\/(?:[a-z]{1,20}(?:-[a-z]{1,20}){0,3}|\$id)){0,4}$/
export const CRASH_BUILD = /^(?:[\w-]{8}|dev|unknown)$/
export const MOST_FRAMES = 12
export const MOST_CRASHES = 20

export type CrashFacts = {
  readonly build: string
  readonly route: string
  readonly place: 'page' | 'worker'
  readonly name: (typeof CRASH_NAMES)[number]
  readonly code: (typeof CRASH_CODES)[number] | null
  readonly stack: readonly string[]
}

/** What may be reported of a fault on `origin`; whatever is on no list is left out. */
export function crashOf(
  error: unknown,
  { build, route, place, origin }: Pick<CrashFacts, 'build' | 'route' | 'place'> & { readonly origin: string },
): CrashFacts {
  const { name, message, stack } = textsOf(error)
  return {
    build: CRASH_BUILD.test(build) ? build : 'unknown',
    route: CRASH_ROUTE.test(route) ? route : '/',
    place,
    name: CRASH_NAMES.find((each) => each === name) ?? 'Error',
    code: CRASH_CODES.find((each) => each === message) ?? null,
    stack: framesOf(stack, message, origin),
  }
}

/** The same fault again: reported once, with a count. */
export const sameCrash = (a: CrashFacts, b: CrashFacts): boolean =>
  a.build === b.build &&
  a.route === b.route &&
  a.place === b.place &&
  a.name === b.name &&
  a.code === b.code &&
  a.stack.join() === b.stack.join()

/** Anything may be thrown, also an object that throws when it is read. */
function textsOf(error: unknown): { readonly name: string; readonly message: string; readonly stack: string } {
  try {
    const { name, message, stack } = error as Partial<Error>
    const text = (value: unknown) => (typeof value === 'string' ? value.slice(0, LONGEST) : '')
    return { name: text(name), message: text(message), stack: text(stack) }
  } catch {
    return { name: '', message: '', stack: '' }
  }
}

/** `at f (https://host/assets/x.js?again=1:2:3)` in Chromium, `f@https://host/assets/x.js:2:3` in the others. */
function framesOf(stack: string, message: string, origin: string): string[] {
  const frames: string[] = []
  for (const line of stack.split('\n', MOST_LINES)) {
    const at = line.lastIndexOf(`${origin}/`)
    // a message, which comes before the stack, may look like lines of it
    if (at < 0 || message.includes(line.trim()) || !/^\s*at |^[^\s@]*@/.test(line)) continue
    const [path = '', ...rest] = line.slice(at + origin.length).split(/[?:]/)
    const [column = '', row = ''] = rest.toReversed()
    const frame = `${path.slice(path.lastIndexOf('/') + 1)}:${row}:${column.split(')', 1)[0]?.trim()}`
    if (/^\/(?:assets\/)?[^/]+$/.test(path) && CRASH_FRAME.test(frame)) frames.push(frame)
    if (frames.length === MOST_FRAMES) break
  }
  return frames
}

const LONGEST = 20_000
const MOST_LINES = 100
