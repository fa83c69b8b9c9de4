const held = new Map<symbol, 'lost' | 'draft'>()
const typed = new Set<HTMLTextAreaElement>()

/** Somebody has changed a form: `lost` when the page is loaded anew, or kept as a `draft`. Until it is let go by what is answered. */
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
 * Whether loading this page anew would lose what somebody is in the middle of: a changed form without a draft, an open dialog, whatever is in
 * it, or a longer text where no form has said that it keeps one.
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
