import type { ReactNode } from 'react'

/** `saved` only for the server's yes; before it `on-device` (LOOKS "Voice"). Default info (SPEC §9). */
export type ToastKind = 'info' | 'saved' | 'on-device' | 'failed'

export type ToastWords = {
  kind?: ToastKind
  /** One that is shown already under this name is replaced where it stands. */
  id?: string
  title: ReactNode
  text?: ReactNode
  /** The way back, or to the place where the matter stands. */
  action?: { label: ReactNode; onSelect: () => void }
}

/**
 * Says what was done and where it is saved, for 5 s; once what was done is painted, since a toast measures itself and would hold that up
 * (bench "tap to painted"). Errors that need an act stay in their list instead.
 */
export function showToast(words: ToastWords): void {
  requestAnimationFrame(() => setTimeout(async () => (await loadToaster()).show(words)))
}

/** What draws toasts: no start waits for it. Asked for again every 5 s where it cannot be loaded, on a first visit without a network. */
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
