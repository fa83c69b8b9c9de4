export type Fault = {
  readonly name: string
  /** An error's own code: PostgreSQL's five letters, or Node's, like ECONNREFUSED. */
  readonly code?: string
  /** The names in the schema that PostgreSQL gives with it. */
  readonly table?: string
  readonly column?: string
  readonly constraint?: string
  /** Where it was thrown: files and lines alone. */
  readonly at: readonly string[]
  readonly cause?: Fault
}

/** What may be said of an error: what kind it is and where it happened, never its text or the values it is about. */
export function faultOf(error: unknown, depth = 0): Fault {
  if (!(error instanceof Error)) return { name: typeof error, at: [] }
  const its = error as Error & Readonly<Record<string, unknown>> // whatever a library has hung on it
  const named = (field: string) => (isName(its[field]) ? { [field]: its[field] } : {})
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

/** The stack below the text of the error, which may have lines of its own. */
function framesOf({ stack, message }: Error): string[] {
  const below = stack?.slice(stack.indexOf(message) + message.length) ?? ''
  return below
    .split('\n')
    .map((line) => line.trim())
    .filter(isFrame)
    .slice(0, MOST_FRAMES)
}
const MOST_FRAMES = 15

/** `at name (file:///path:12:3)`: a place in a file, at the end of the line. In two looks, each linear in the line. */
const isFrame = (line: string) =>
  line.startsWith('at ') && /[(/ ](?:node:|file:|\/)/.test(line) && /:\d{1,9}:\d{1,9}\)?$/.test(line)

/** A word such as schemas and error codes are made of; a value of a row may be anything. */
const isName = (value: unknown): value is string =>
  typeof value === 'string' && /^[A-Za-z_][\w$]{0,62}$|^[0-9A-Z]{5}$/.test(value)
