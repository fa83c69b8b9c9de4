import { useEffect, useState } from 'react'

/**
 * The code after the # of a link, which reaches no server log and no referrer. It is read once and then removed from
 * the address (TRUST D18). Opening another link in the same tab does not load a new page by itself, so the page is
 * reloaded.
 */
export function useLinkCode(): string {
  const [code] = useState(() => location.hash.slice(1))
  useEffect(() => {
    if (location.hash) history.replaceState(history.state, '', location.pathname)
    const another = () => location.hash && location.reload()
    addEventListener('hashchange', another)
    return () => removeEventListener('hashchange', another)
  }, [])
  return code
}
