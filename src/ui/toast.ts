import type { ReactNode } from 'react'

/** Use `saved` only once the server has accepted; before that `on-device` (LOOKS "Voice"). Default: info (SPEC §9). */
export type ToastKind = 'info' | 'saved' | 'on-device' | 'failed'

export type ToastWords = {
  kind?: ToastKind
  /** Replaces a toast that is shown under this name. */
  id?: string
  title: ReactNode
  text?: ReactNode
  /** Undo, or a link to where the matter is. */
  action?: { label: ReactNode; onSelect: () => void }
}

/**
 * Says what was done and where it is saved, for 5 s. It waits until the act is painted, since a toast measures itself
 * and would delay that (bench "tap to painted"). Errors that need an act stay in their list instead.
 */
export function showToast(words: ToastWords): void {
  requestAnimationFrame(() => setTimeout(async () => (await loadToaster()).show(words)))
}

/**
 * Draws toasts; no start waits for it. Tries again every 5 s if it cannot be loaded, on a first visit without a
 * network.
 */
export const loadToaster = () => (loaded ??= load())

async function load(): Promise<typeof import('./toaster.tsx')> {
  for (;;)
    try {
      return await import('./toaster.tsx')
    } catch {
      await new Promise((again) => setTimeout(again, AGAIN_MS))
    }
}

let loaded: ReturnType<typeof load> | null = null
const AGAIN_MS = 5000
