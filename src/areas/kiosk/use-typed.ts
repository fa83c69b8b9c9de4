import { useRef, useState } from 'react'

/**
 * Digits typed on the tablet. Each is added to the last typed value, not to the last rendered one: a scanner or a
 * keypad types one every 40 ms, and the page may be slower. `onFull` is called once with all of them and a function
 * that clears them; `takes` says whether another may follow.
 */
export function useTyped(
  length: number,
  onFull: (digits: string, clear: () => void) => void,
  takes: (before: string) => boolean = always,
) {
  const last = useRef('')
  const [typed, setTyped] = useState('')
  const set = (next: string) => {
    last.current = next
    setTyped(next)
  }
  return {
    typed,
    add(digit: string) {
      if (last.current.length >= length || !takes(last.current)) return
      set(last.current + digit)
      if (last.current.length === length) onFull(last.current, () => set(''))
    },
    remove: () => set(last.current.slice(0, -1)),
  }
}

const always = () => true
