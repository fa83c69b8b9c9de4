/**
 * Where a focused element was: the element itself, then its ancestors up to the body, each with its index in the next.
 */
export type Trail = {
  readonly page: string
  readonly steps: readonly { readonly element: Element; readonly at: number }[]
}

export function trailOf(element: Element): Trail {
  const steps: { element: Element; at: number }[] = []
  for (let each: Element | null = element; each; each = each.parentElement)
    steps.push({ element: each, at: each.parentElement ? [...each.parentElement.children].indexOf(each) : 0 })
  return { page: location.pathname, steps }
}

/**
 * Where the focus goes when its element is gone. `isFound` is false if nothing there can take an act yet, and a part of
 * the page gets the focus.
 */
export type Place = { readonly element: HTMLElement; readonly isFound: boolean }

/**
 * What is now where the focused element was: the form that replaced a button, the row that moved up after one that
 * left. It searches around the place, nearest first, within the smallest part of the page that still exists; if that
 * has nothing to act on, the part itself gets the focus, so that the next Tab continues from there (WCAG 2.4.3). Null
 * if only the body is left. `mayType` is false for a finger or a mouse: focusing a text box would open a phone's
 * keyboard.
 */
export function placeIn({ page, steps }: Trail, mayType: boolean): Place | null {
  const first = steps[0]?.element
  if (first instanceof HTMLElement && isUsable(first)) return { element: first, isFound: true }
  const left = steps.findIndex(({ element }) => element.isConnected && isShown(element))
  // another page is read from its beginning
  const hasTurned = page !== location.pathname
  for (let level = left; level > 0 && level < steps.length; level++) {
    const holder = steps[level]!.element
    if (holder === document.body || holder === document.documentElement) return null
    const found = hasTurned ? null : nearest(holder, steps[level - 1]!.at, mayType)
    if (found) return { element: found, isFound: true }
    if (holder instanceof HTMLElement && holder.matches(hasTurned ? 'main' : PARTS))
      return { element: holder, isFound: false }
  }
  return null
}

/** Focuses it. A part of a page needs a tab index for that, which it loses when the focus moves on. */
export function focusOn({ element }: Place, options: FocusOptions = {}): void {
  if (!element.matches(REACHED) && !element.hasAttribute('tabindex')) {
    element.tabIndex = -1
    element.addEventListener('blur', () => element.removeAttribute('tabindex'), { once: true })
  }
  element.focus(options)
}

/** Focuses the whole page, if no place in it is left. */
export function focusPage(): void {
  const main = document.querySelector<HTMLElement>('main')
  if (main) focusOn({ element: main, isFound: false })
}

function nearest(holder: Element, at: number, mayType: boolean): HTMLElement | null {
  const children = [...holder.children]
  const inOrder = children
    .map((child, index) => ({ child, far: Math.abs(index - at) + (index < at ? 0.5 : 0) }))
    .toSorted((a, b) => a.far - b.far)
  for (const { child } of inOrder) {
    const found = firstIn(child, mayType)
    if (found) return found
  }
  return null
}

function firstIn(part: Element, mayType: boolean): HTMLElement | null {
  const found = [part, ...part.querySelectorAll(REACHED)].find(
    (each) => isUsable(each) && (mayType || !each.matches(TYPED)),
  )
  return found instanceof HTMLElement ? found : null
}

/** The form that an act has opened elsewhere on the page; null if it opened none. */
export function openedForm(added: readonly Node[], mayType: boolean): Place | null {
  for (const node of added) {
    const form =
      node instanceof Element &&
      node.isConnected &&
      node.closest('main') &&
      (node.matches('form') ? node : node.querySelector('form'))
    const element = form && firstIn(form, mayType)
    if (element) return { element, isFound: true }
  }
  return null
}

export const isUsable = (element: Element): boolean =>
  element.isConnected && element.matches(REACHED) && !element.closest('[inert]') && isShown(element)

const isShown = (element: Element) => element.checkVisibility?.({ visibilityProperty: true }) ?? true

const REACHED =
  'a[href], button:not(:disabled), input:not(:disabled, [type="hidden"]), select:not(:disabled), textarea:not(:disabled), summary, [contenteditable="true"], [tabindex="0"]'
const TYPED = 'input:not([type="checkbox"], [type="radio"], [type="button"]), textarea, [contenteditable="true"]'
/** A part of a page that has a name for screen readers or represents one thing. */
const PARTS =
  'main, section, form, fieldset, li, tr, article, aside, nav, header, .card, .dialog, .sheet, [role="region"]'
