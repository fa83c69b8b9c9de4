import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/**
 * A promise that no one awaits must be guarded (server/kernel/guarded.ts): if it rejects, the process ends. The list is
 * read from the sources, so that the next listener or timer is checked too.
 */
const sources = globSync('server/**/*.ts')
  .filter((file) => !file.endsWith('.test.ts'))
  .map((file) => ({ file, text: readFileSync(file, 'utf8') }))
const linesWith = (sign: RegExp) =>
  sources.flatMap(({ file, text }) =>
    text.split('\n').flatMap((line) => (sign.test(line) ? [`${file}: ${line.trim()}`] : [])),
  )

test('every interval is guarded, or does no I/O', () => {
  expect(linesWith(/\bsetInterval\(/).toSorted()).toEqual([
    // these read and close existing things, and make no promise
    'server/http/loop-delay.ts: const window = setInterval(() => {',
    'server/http/stop.ts: const idle = setInterval(() => server.closeIdleConnections(), 100).unref()',
    // its body is guarded
    'server/jobs/run-jobs.ts: const keeping = setInterval(() => {',
    'server/kernel/guarded.ts: const timer = setInterval(() => {',
  ])
})

test('no listener, timer or middleware of an event is async: its rejection would be unhandled', () => {
  expect(
    linesWith(/(\.(on|once|use)|addListener|setTimeout|nextTick|queueMicrotask)\((['"`][^'"`]*['"`], )?async\b/),
  ).toEqual([])
})

test('every promise that is not awaited is handled: guarded, caught, or the end of the process itself', () => {
  const letGo = linesWith(/(=>|^\s*) ?void (?!0)[\w.?]+\(/).filter((line) => !/guarded\(|\.catch\(/.test(line))
  const known =
    /void [\w.?!]+\.(push|add|set|emit|disconnectSockets|end|destroy|writeHead|image|write|delete|clear|poke|closeSockets|stop|on)\(/
  expect(letGo.filter((line) => !known.test(line)).toSorted()).toEqual([
    // `reply.send`, which never rejects
    'server/app/create-app.ts: pressureHandler: (_request, reply) => void send(reply, busy(2)),',
    "server/app/main.ts: for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => void end())",
    // it ends the process, which is its purpose
    'server/app/main.ts: lost: (error) => void fail(error),',
    "server/app/main.ts: process.on('disconnect', () => void end())",
    // a signal, and an event: neither makes a promise
    "server/backup/schedule.ts: stop: () => void child?.kill('SIGTERM'),",
    "server/http/neighbours.ts: const ended = new Promise<void>((done) => void client.once('end', done))",
    // nothing is awaited: they write to open sockets
    'server/http/sockets.ts: closeSockets: (sessionHash) => void io.in(`session:${sessionHash}`).disconnectSockets(true),',
  ])
})
