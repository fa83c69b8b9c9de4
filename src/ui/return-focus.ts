import { useRef } from 'react'
import { focusOn, focusPage, placeIn, trailOf, type Trail } from './focus-place.ts'

/**
 * Where the focus goes when a dialog closes: back to what opened it. Radix knows that only for dialogs with their own
 * trigger and drops the focus to the body for all others. What was opened from a menu returns to the menu's button; if
 * the act removed the opener from the page (a row that moved away), what is in its place gets the focus, or else the
 * page (WCAG 2.4.3).
 */
export function useReturnFocus() {
  const opener = useRef<Trail | null>(null)
  return {
    onOpenAutoFocus: () => {
      const active = openerOf(document.activeElement)
      opener.current = active && trailOf(active)
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault()
      // the act may have moved the focus already, for example to the missing field
      if (document.activeElement && document.activeElement !== document.body) return
      const place = opener.current && placeIn(opener.current, false)
      if (place) focusOn(place)
      else focusPage()
    },
  }
}

/** A menu's entry is gone when its dialog closes; its button still exists. */
function openerOf(active: Element | null): Element | null {
  const button = active?.closest('[role="menu"]')?.getAttribute('aria-labelledby')
  return button ? document.getElementById(button) : active === document.body ? null : active
}
