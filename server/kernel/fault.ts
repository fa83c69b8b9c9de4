export type Fault = {
  readonly name: string
  /** An error's own code: PostgreSQL's five letters, or Node's, like ECONNREFUSED. */
  readonly code?: string
  /** The names in the schema that PostgreSQL reports with it. */
  readonly table?: string
  readonly column?: string
  readonly constraint?: string
  /** Where it was thrown: only files and lines. */
  readonly at: readonly string[]
  readonly cause?: Fault
}

/** What may be reported of an error: its kind and where it happened, never its text or the values it concerns. */
export function faultOf(error: unknown, depth = 0): Fault {
  if (!(error instanceof Error)) return { name: typeof error, at: [] }
  const thrown = error as Error & Readonly<Record<string, unknown>> // whatever a library has hung on it
  const named = (field: string) => (isName(thrown[field]) ? { [field]: thrown[field] } : {})
  return {
    name: isName(error.name) ? error.name : 'Error',
    ...named('code'),
    ...named('table'),
    ...named('column'),
    ...named('constraint'),
    at: framesOf(error),
    ...(error.cause !== undefined && depth < 3 && { cause: faultOf(error.cause, depth + 1) }),
  }
}

/** The stack after the error's message, which may contain lines like it. */
function framesOf({ stack, message }: Error): string[] {
  const below = stack?.slice(stack.indexOf(message) + message.length) ?? ''
  return below
    .split('\n')
    .map((line) => line.trim())
    .filter(isFrame)
    .slice(0, MOST_FRAMES)
}
const MOST_FRAMES = 15

/** `at name (file:///path:12:3)`: a place in a file, at the end of the line. Two checks, each linear in the line. */
const isFrame = (line: string) =>
  line.startsWith('at ') && /[(/ ](?:node:|file:|\/)/.test(line) && /:\d{1,9}:\d{1,9}\)?$/.test(line)

/** A word of the kind that schemas and error codes use; a value of a row may be anything. */
const isName = (value: unknown): value is string =>
  typeof value === 'string' && /^[A-Za-z_][\w$]{0,62}$|^[0-9A-Z]{5}$/.test(value)
