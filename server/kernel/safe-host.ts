import { lookup } from 'node:dns/promises'
import ipaddr from 'ipaddr.js'

/** A host that the server must not contact: it has no address, or one that is not public (TRUST D8, R51). */
export class HostNotAllowed extends Error {}

/**
 * The one address to connect to for a host that an operator has typed: resolved once and checked, so that no second
 * look-up can differ. Every address of the host must be public, unless the host is one of `privateHosts`.
 */
export async function safeAddress(
  host: string,
  privateHosts: ReadonlySet<string>,
): Promise<{ address: string; family: 4 | 6 }> {
  const name = host
    .toLowerCase()
    .replace(/\.$/, '')
    .replace(/^\[(.*)\]$/, '$1')
  const found = await lookup(name, { all: true }).catch(() => [])
  const first = found[0]
  if (!first) throw new HostNotAllowed('no address')
  if (!privateHosts.has(name) && !found.every(({ address }) => isPublic(address)))
    throw new HostNotAllowed('not public')
  return { address: first.address, family: first.family === 6 ? 6 : 4 }
}

/** Whether an address is on the open internet: global unicast; IPv4 inside IPv6 is judged as IPv4. */
export function isPublic(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  const ip = ipaddr.process(address)
  return ip.range() === 'unicast' && (ip.kind() === 'ipv4' || (ip.toByteArray()[0]! & 0xe0) === 0x20)
}
