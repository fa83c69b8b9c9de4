import { focusOn, focusPage, isUsable, openedForm, placeIn, trailOf, type Trail } from './focus-place.ts'

/**
 * Keeps the focus from falling to the body: when the focused element leaves the page because an act replaced it, what
 * is there now gets the focus, or the form that the act has opened (focus-place.ts). One observer serves the whole
 * page, so that screens need not handle it; a screen that moves the focus itself, and a dialog that opens or closes,
 * take precedence. A press on an empty area drops the focus on purpose.
 */
export function keepFocus(): void {
  let last: Trail | null = null
  /** The last focused place on the page itself, not in a menu or dialog over it. */
  let onPage: Trail | null = null
  let byPointer = false
  let sought: { readonly trail: Trail; readonly part: HTMLElement; readonly until: number } | null = null

  const note = () => {
    const active = document.activeElement
    if (!active || active === document.body) return
    last = trailOf(active)
    if (!active.closest(OVER)) onPage = last
  }
  const go = (trail: Trail, added: readonly Node[]): boolean => {
    const place = (trail.page === location.pathname && openedForm(added, !byPointer)) || placeIn(trail, !byPointer)
    if (!place) return false
    focusOn(place, { preventScroll: byPointer })
    sought = place.isFound ? null : { trail, part: place.element, until: performance.now() + SEEK_MS }
    return true
  }
  const look = (changes: readonly MutationRecord[]) => {
    if (!isOnBody()) {
      if (sought && document.activeElement === sought.part && performance.now() < sought.until) seekOn(sought.trail)
      return
    }
    if (!last || isUsable(last.steps[0]!.element)) return
    const lost = last
    // what opens or closes over the page handles the focus itself: a menu returns it shortly after it closes
    if (
      go(
        lost,
        changes.flatMap(({ addedNodes }) => [...addedNodes]),
      )
    )
      return
    setTimeout(() => {
      if (last !== lost || !isOnBody() || document.querySelector(OPEN)) return
      if (!onPage || !go(onPage, [])) focusPage()
    }, CLOSING_MS)
  }
  /** Looks for content that was still loading when its part got the focus. */
  const seekOn = (trail: Trail) => {
    const place = placeIn(trail, !byPointer)
    if (!place?.isFound) return
    sought = null
    focusOn(place, { preventScroll: true })
  }

  document.addEventListener('focusin', note)
  // an act is about to change the page: positions are recorded now, not when the focus arrived
  for (const act of ['click', 'keydown'] as const)
    document.addEventListener(
      act,
      () => {
        if (act === 'keydown') [byPointer, sought] = [false, null]
        note()
      },
      true,
    )
  document.addEventListener(
    'pointerdown',
    ({ target }) => {
      byPointer = true
      sought = null
      if (target instanceof Element && !target.closest(PRESSED)) last = null
    },
    true,
  )
  new MutationObserver(look).observe(document.body, { childList: true, subtree: true })
  note()
}

const isOnBody = () => !document.activeElement || document.activeElement === document.body

const SEEK_MS = 3000
/** Longer than a closing menu takes to return the focus. */
const CLOSING_MS = 60
const OPEN = '[role="dialog"], [role="alertdialog"], [role="menu"]'
const OVER = `${OPEN}, [data-radix-popper-content-wrapper]`
const PRESSED =
  'a, button, input, select, textarea, label, summary, [tabindex], [contenteditable="true"], [role="option"]'
