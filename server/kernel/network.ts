import ipaddr from 'ipaddr.js'

/**
 * The /64 of an IPv6 address in full groups, which one household or server usually has for itself (TRUST D4); null for
 * all else.
 */
export function network64(text: string): string | null {
  if (!text.includes(':') || !ipaddr.IPv6.isValid(text)) return null
  return ipaddr.IPv6.parse(text)
    .parts.slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')
}

/** An address as logs store it: only its network. */
export const prefixOf = (ip: string) => network64(ip) ?? ip.split('.').slice(0, 3).join('.')
