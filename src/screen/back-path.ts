import { isLoginPath } from './login-path.ts'

/**
 * The address that was requested before a sign-in became necessary: a path of this app, never another site (TRUST "open
 * redirect") and never a sign-in page, which would lead back to itself at the session's next end. If sign-in pages are
 * nested, as after two such ends in a row, the innermost address counts. Undefined if there is none. Pure.
 */
export function backPath(sought: string): string | undefined {
  if (sought.length > MOST_AROUND) return undefined
  let inner: string | null = sought
  // each is shorter than the one around it; real ones are not nested deeper than this
  for (let n = 0; inner !== null && n < MOST_NESTED; n++) {
    const url = ownUrl(inner)
    if (!url) return undefined
    if (!isLoginPath(url.pathname)) {
      const path = url.pathname + url.search + url.hash
      return path.length <= MOST ? path : undefined
    }
    inner = url.searchParams.get('back')
  }
  return undefined
}

/**
 * Parses as a browser does, which treats backslashes as slashes and drops line breaks; null for a path that leads to
 * another site.
 */
function ownUrl(path: string): URL | null {
  if (!path.startsWith('/')) return null
  try {
    const url = new URL(path, HERE)
    const isOwn = url.origin === HERE && !url.username && !url.pathname.startsWith('//')
    return isOwn ? url : null
  } catch {
    return null
  }
}

const HERE = 'http://bedside.invalid'
const MOST = 500
const MOST_AROUND = 4000
const MOST_NESTED = 12
