import { useEffect } from 'react'

/**
 * Keeps the screen on while the page is visible, if the browser can (Screen Wake Lock); asks again when it becomes
 * visible.
 */
export function useAwake() {
  useEffect(() => {
    let lock: WakeLockSentinel | null = null
    let gone = false
    const hold = async () => {
      if (document.visibilityState !== 'visible' || !('wakeLock' in navigator)) return
      // refused when the battery is low: the screen then turns off as usual
      lock = await navigator.wakeLock.request('screen').catch(() => null)
      if (gone) void lock?.release()
    }
    void hold()
    document.addEventListener('visibilitychange', hold)
    return () => {
      gone = true
      document.removeEventListener('visibilitychange', hold)
      void lock?.release()
    }
  }, [])
}
