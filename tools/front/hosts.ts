/** Where a host's cell answers, as `http://address:port`; null while its clinic is being moved, which is answered with 503. */
export type Hosts = ReadonlyMap<string, string | null>

/**
 * Reads the table: a host and its cell's address a line, `-` for a host that is being moved, `#` before what is said to people. Hosts have no port, and
 * stand once each.
 *
 * @throws {Error} with the number of the first line that is none of these
 */
export function readHosts(text: string): Hosts {
  const hosts = new Map<string, string | null>()
  for (const [n, line] of text.split('\n').entries()) {
    const [host, cell, ...more] = line.replace(/#.*/, '').trim().split(/\s+/)
    if (!host) continue
    const wrong = (what: string) => new Error(`line ${n + 1}: ${what}`)
    if (!cell || more.length) throw wrong('a host and the address of its cell, or - while it is moved')
    if (!/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/.test(host)) throw wrong('a host in small letters, without a port')
    if (hosts.has(host)) throw wrong(`${host} stands twice`)
    const url = URL.parse(cell)
    if (cell !== '-' && (url?.protocol !== 'http:' || url.href !== `${url.origin}/`))
      throw wrong('the address of a cell is http://address:port')
    hosts.set(host, cell === '-' ? null : url!.origin)
  }
  return hosts
}

/** The host that a request names, without its port; empty if it names none. */
export const hostOf = (header: string | undefined) =>
  (header ?? '').toLowerCase().replace(/:\d+$/, '').replace(/\.$/, '')
