import { useEffect } from 'react'

/** The number on the installed app's icon; none at zero. Nothing where the browser has no such thing. */
export function useBadge(count: number): void {
  useEffect(() => {
    const marked = count ? navigator.setAppBadge?.(count) : navigator.clearAppBadge?.()
    // a browser may refuse: the bell in the app says it too
    marked?.catch(() => undefined)
  }, [count])
}
