import { useEffect, useState } from 'react'

/**
 * The code after the # of a link, which no server log and no referrer sees. Read once: it is removed from the address
 * at once (TRUST D18). To the browser another link in the same tab is not a new page, so the page is restarted.
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
