import { useEffect } from 'react'

/** The number on the installed app's icon; none at zero. Does nothing if the browser has no badges. */
export function useBadge(count: number): void {
  useEffect(() => {
    const marked = count ? navigator.setAppBadge?.(count) : navigator.clearAppBadge?.()
    // a browser may refuse; the bell in the app shows the number too
    marked?.catch(() => undefined)
  }, [count])
}
