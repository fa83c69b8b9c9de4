import { COOKIE_SECONDS } from '../../contract/kernel/constants.ts'

/**
 * The cookie that no script can read (TRUST D1): a token taken from a browser is useless without it, and it is useless
 * alone. The `__Host-` prefix needs https; on a plain-http local host the name has no prefix.
 */
export const bindCookie = (value: string, secure: boolean) =>
  `${secure ? '__Host-bind' : 'bind'}=${value}; Path=/; Max-Age=${COOKIE_SECONDS}; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`

export function readBind(cookies: string | undefined, secure: boolean): string | null {
  return cookieOf(cookies, secure ? '__Host-bind' : 'bind')
}

/** One cookie of a request's header, as browsers write it (RFC 6265 §5.4); null if it is absent. */
export function cookieOf(cookies: string | undefined, name: string): string | null {
  for (const pair of cookies?.split('; ') ?? []) if (pair.startsWith(`${name}=`)) return pair.slice(name.length + 1)
  return null
}
