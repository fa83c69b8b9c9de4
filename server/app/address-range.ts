import { isIP } from 'node:net'

/** Whether a text is an IP address or a CIDR range. */
export function isRange(range: string) {
  const [address = '', prefix] = range.split('/')
  const family = isIP(address)
  return family > 0 && (prefix === undefined || (/^\d+$/.test(prefix) && Number(prefix) <= (family === 4 ? 32 : 128)))
}
