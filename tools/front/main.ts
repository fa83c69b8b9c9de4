import { readFileSync, watchFile } from 'node:fs'
import { parseArgs } from 'node:util'
import { createFront } from './front.ts'
import { readHosts, type Hosts } from './hosts.ts'

/**
 * `npm run front -- <hosts file> [--port 8080] [--host 127.0.0.1]`: one address in front of several cells (docs/scale.md). The file is read again when it
 * changes and on SIGHUP; one that cannot be read leaves the table as it was. Behind a proxy that ends TLS.
 */
const USAGE = 'npm run front -- <file of hosts> [--port 8080] [--host 127.0.0.1]'

function main(): void {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { port: { type: 'string', default: '8080' }, host: { type: 'string', default: '127.0.0.1' } },
  })
  const [file, ...more] = positionals
  const port = Number(values.port)
  if (!file || more.length || !/^\d{1,5}$/.test(values.port) || port > 65_535) return giveUp(USAGE)
  const first = read(file)
  if ('problem' in first) return giveUp(first.problem)
  const front = createFront(first.hosts)
  const again = () => {
    const next = read(file)
    if ('problem' in next) return say(`${next.problem}; the table stays as it was`)
    front.lead(next.hosts)
    say(`${next.hosts.size} hosts`)
  }
  watchFile(file, { interval: 1000 }, again)
  process.on('SIGHUP', again)
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.on(signal, () => {
      // gives running requests as long as proxies usually do
      setTimeout(() => process.exit(0), 10_000).unref()
      void front.close().then(() => process.exit(0))
    })
  process.on('disconnect', () => process.exit(0))
  front.server.once('error', (error) => giveUp(error.message))
  front.server.listen(port, values.host, () => {
    const address = front.server.address()
    say(`the front is ready on port ${typeof address === 'object' ? address?.port : port}, ${first.hosts.size} hosts`)
  })
}

function read(file: string): { readonly hosts: Hosts } | { readonly problem: string } {
  try {
    return { hosts: readHosts(readFileSync(file, 'utf8')) }
  } catch (error) {
    return { problem: `${file}: ${error instanceof Error ? error.message : String(error)}` }
  }
}

const say = (line: string) => void process.stdout.write(`bedside: ${line}\n`)

function giveUp(line: string): void {
  process.stderr.write(`${line}\n`)
  process.exit(1)
}

main()
