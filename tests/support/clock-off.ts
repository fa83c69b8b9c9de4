import { writeFileSync } from 'node:fs'

/**
 * Loaded into a process before its own code (`NODE_OPTIONS=--import`): its `Date` is `CLOCK_OFF_MS` off from the start, and `CLOCK_STEP_MS` more with
 * each SIGUSR2, as on a machine whose clock someone sets. After that, `CLOCK_SAID` is a file with what the process takes for the time.
 */
let off = Number(process.env['CLOCK_OFF_MS'] ?? 0)
const real = Date
globalThis.Date = new Proxy(Date, {
  construct: (date, given: unknown[], made) => Reflect.construct(date, given.length ? given : [real.now() + off], made),
  get: (date, name, receiver) => (name === 'now' ? () => real.now() + off : Reflect.get(date, name, receiver)),
})
process.on('SIGUSR2', () => {
  off += Number(process.env['CLOCK_STEP_MS'])
  writeFileSync(process.env['CLOCK_SAID']!, new Date().toISOString())
})
