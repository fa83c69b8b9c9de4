const held = new Set<symbol>()

/** Somebody has typed what no draft keeps: until it is let go, this page is not loaded anew by itself. */
export function holdUnsaved(): () => void {
  const mine = Symbol('unsaved')
  held.add(mine)
  return () => void held.delete(mine)
}

/** Whether loading this page anew would lose what somebody is in the middle of; an open dialog counts, whatever is in it. */
export const hasUnsaved = (): boolean =>
  held.size > 0 || document.querySelector('[role="dialog"], [role="alertdialog"]') !== null
