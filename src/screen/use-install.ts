import { useEffect, useState } from 'react'

/** Chrome's offer to install (not yet a standard, so not in TypeScript's library). */
type InstallPrompt = Event & { readonly prompt: () => Promise<unknown> }

/** Whether the app is installed, can be installed with a button, or only through the browser's own menu. */
export type Install =
  | { readonly state: 'installed' | 'by-hand' }
  | { readonly state: 'ready'; readonly ask: () => void }

// the browser's offer comes once, early, before most components mount
let offered: InstallPrompt | null = null
let installed = false
const listeners = new Set<() => void>()
const tell = () => listeners.forEach((listener) => listener())
if (typeof addEventListener === 'function') {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    offered = event as InstallPrompt
    tell()
  })
  addEventListener('appinstalled', () => {
    installed = true
    // a browser that refused before may keep the storage of an installed app
    void navigator.storage?.persist?.()
    tell()
  })
}

export function useInstall(): Install {
  const [, draw] = useState(0)
  useEffect(() => {
    const listener = () => draw((n) => n + 1)
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }, [])
  if (installed || isStandalone()) return { state: 'installed' }
  const prompt = offered
  if (!prompt) return { state: 'by-hand' }
  const ask = () => {
    // it can be used once; after a refusal the browser may offer it again later
    offered = null
    tell()
    void prompt.prompt()
  }
  return { state: 'ready', ask }
}

/** Whether the app was opened from the home screen; Safari on a phone has its own property for that. */
const isStandalone = () =>
  matchMedia('(display-mode: standalone)').matches || ('standalone' in navigator && navigator.standalone === true)
