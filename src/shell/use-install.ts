import { useEffect, useState } from 'react'

/** Chrome's offer to install (not yet a standard, so not in TypeScript's library). */
type InstallPrompt = Event & { readonly prompt: () => Promise<unknown> }

/** Whether the app stands on the home screen, can be put there by a button, or only by the browser's own menu. */
export type Install =
  | { readonly state: 'installed' | 'by-hand' }
  | { readonly state: 'ready'; readonly ask: () => void }

// the offer comes once, early, and not to whoever mounts later
let offered: InstallPrompt | null = null
const heard = new Set<() => void>()
if (typeof addEventListener === 'function')
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    offered = event as InstallPrompt
    for (const hear of heard) hear()
  })

export function useInstall(): Install {
  const [, draw] = useState(0)
  useEffect(() => {
    const hear = () => draw((n) => n + 1)
    heard.add(hear)
    return () => void heard.delete(hear)
  }, [])
  if (matchMedia('(display-mode: standalone)').matches) return { state: 'installed' }
  const prompt = offered
  return prompt ? { state: 'ready', ask: () => void prompt.prompt() } : { state: 'by-hand' }
}
