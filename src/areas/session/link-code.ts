import { useEffect, useState } from 'react'

/**
 * The code after the # of a link, where no server's log and no referrer sees it. Read once: it leaves the address at once (TRUST D18).
 * Another link opened in the same tab is no new page to the browser, so the page is begun again.
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
