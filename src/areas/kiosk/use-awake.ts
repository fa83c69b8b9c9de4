import { useEffect } from 'react'

/** Keeps the screen lit while the page is in front, where the browser can (Screen Wake Lock); it is asked again on the way back. */
export function useAwake() {
  useEffect(() => {
    let lock: WakeLockSentinel | null = null
    let gone = false
    const hold = async () => {
      if (document.visibilityState !== 'visible' || !('wakeLock' in navigator)) return
      // a low battery says no: then the screen goes dark as on any device
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
