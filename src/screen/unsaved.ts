const held = new Map<symbol, 'lost' | 'draft'>()
const typed = new Set<HTMLTextAreaElement>()

/**
 * Registers a changed form, whose content would be `lost` on a reload or is kept as a `draft`. The returned function
 * unregisters it.
 */
export function holdUnsaved(kind: 'lost' | 'draft'): () => void {
  const mine = Symbol('unsaved')
  held.set(mine, kind)
  return () => void held.delete(mine)
}

/** What a form on the page would lose if it ended now: its text, nothing since a draft is kept, or nothing since none has been changed. */
export function unsavedNow(): 'lost' | 'draft' | 'none' {
  const kinds = new Set(held.values())
  return kinds.has('lost') ? 'lost' : kinds.has('draft') ? 'draft' : 'none'
}

/**
 * Whether reloading this page would lose work in progress: a changed form without a draft, an open dialog with any
 * input, or a longer text that no form says it keeps.
 */
export function hasUnsaved(): boolean {
  const kinds = new Set(held.values())
  if (kinds.has('lost') || document.querySelector('[role="dialog"], [role="alertdialog"]')) return true
  return !kinds.has('draft') && [...typed].some((field) => field.isConnected && field.value.trim() !== '')
}

if (typeof document !== 'undefined')
  document.addEventListener(
    'input',
    ({ target }) => {
      for (const field of typed) if (!field.isConnected) typed.delete(field)
      if (target instanceof HTMLTextAreaElement) typed.add(target)
    },
    { capture: true, passive: true },
  )
