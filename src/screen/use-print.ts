import { useEffect, useState } from 'react'

/** The most rows to print; longer lists are exported (SCREENS B0). */
export const MOST_PRINTED = 500

/** Renders the print view while the first value is true, prints it, and returns to the page. */
export function usePrint(): readonly [printing: boolean, print: () => void] {
  const [printing, setPrinting] = useState(false)
  useEffect(() => {
    if (!printing) return
    const done = () => setPrinting(false)
    addEventListener('afterprint', done)
    window.print()
    return () => removeEventListener('afterprint', done)
  }, [printing])
  return [printing, () => setPrinting(true)]
}
