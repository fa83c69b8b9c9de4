import { useEffect, useState } from 'react'

/** More rows than this on paper are an export (SCREENS B0). */
export const MOST_PRINTED = 500

/** Draws what is to be printed while the first value is true, prints, and returns to the page. */
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
