import { pino, type DestinationStream, type Logger } from 'pino'
import { faultOf } from '../kernel/fault.ts'

/**
 * The log. Errors are never written as they are, whoever logs them and under whatever name: PostgreSQL puts the values
 * of a row into `detail`, `where` and the message itself, and a parser quotes what it could not read. `faultOf` is
 * written instead. Requests and replies, which libraries like to log whole, are left out, since an address may name a
 * person.
 */
export function createLog(level: string, to?: DestinationStream): Logger {
  return pino(
    {
      level,
      // it is a fault by then; the default serializer would read an error's text
      serializers: { err: (fault) => fault, req: () => undefined, res: () => undefined },
      hooks: {
        logMethod(args, method) {
          method.apply(this, withoutErrors(args) as typeof args) // the same positions, other values
        },
      },
    },
    to ?? pino.destination(1),
  )
}

/**
 * Replaces errors among the logged values by faults; a text that repeats an error's message only says that something
 * failed.
 */
function withoutErrors([first, ...rest]: readonly unknown[]): unknown[] {
  const texts: string[] = []
  const withoutMessage = (value: unknown, name = '') => {
    if (value instanceof Error) texts.push(value.message)
    return value instanceof Error || name === 'err' || name === 'error' ? faultOf(value) : value
  }
  const isPlain = typeof first === 'object' && first !== null && !(first instanceof Error)
  const what = isPlain
    ? Object.fromEntries(Object.entries(first).map(([name, value]) => [name, withoutMessage(value, name)]))
    : first instanceof Error
      ? { err: withoutMessage(first) }
      : first
  const quotes = (value: unknown) =>
    typeof value === 'string' && texts.some((text) => text !== '' && value.includes(text))
  return [what, ...rest.map((value) => (quotes(value) ? 'failed' : withoutMessage(value)))]
}
