import { COOKIE_SECONDS } from '../../contract/kernel/constants.ts'

/**
 * The cookie no script can read (TRUST D1): a token taken from a browser opens nothing without it, and it opens nothing alone.
 * The `__Host-` prefix needs https; on a plain-http host of one's own machine the name goes without.
 */
export const bindCookie = (value: string, secure: boolean) =>
  `${secure ? '__Host-bind' : 'bind'}=${value}; Path=/; Max-Age=${COOKIE_SECONDS}; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`

export function readBind(cookies: string | undefined, secure: boolean): string | null {
  return cookieOf(cookies, secure ? '__Host-bind' : 'bind')
}

/** One cookie of a request's header, as browsers write it (RFC 6265 §5.4); null where it is not there. */
export function cookieOf(cookies: string | undefined, name: string): string | null {
  for (const pair of cookies?.split('; ') ?? []) if (pair.startsWith(`${name}=`)) return pair.slice(name.length + 1)
  return null
}
