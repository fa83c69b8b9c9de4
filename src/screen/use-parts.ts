import { useCallback, useEffect, useSyncExternalStore } from 'react'
import { LANGUAGES } from '../../contract/kernel/constants.ts'
import { whenIdle } from '../ui/when-idle.ts'
import { afterFirstScreen } from './first-screen.ts'
import { keepParts, keepTrying, onParts, readParts, type Parts } from './parts.ts'

/**
 * Keeps these screens and their words on the device, starting when the first screen is visible and the browser is idle.
 */
export function useKeepParts(screens: readonly string[]): void {
  const names = screens.join(' ')
  useEffect(() => {
    let stop = () => {}
    const callOff = afterFirstScreen(() => {
      stop = whenIdle(() => void keepParts(wantedOf(names)))
    })
    const rest = keepTrying()
    return () => {
      callOff()
      stop()
      rest()
    }
  }, [names])
}

/** The progress of that, and a function that fetches the rest at once. */
export function useParts(screens: readonly string[]): { readonly parts: Parts | null; readonly getNow: () => void } {
  const names = screens.join(' ')
  const parts = useSyncExternalStore(onParts, readParts)
  const getNow = useCallback(() => void keepParts(wantedOf(names), true), [names])
  return { parts, getNow }
}

/** In every language, since the next person on the device may speak another one, also without a network. */
const wantedOf = (names: string) => ({ screens: names.split(' '), languages: LANGUAGES })
