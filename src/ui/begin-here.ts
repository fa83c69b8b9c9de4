/** The `ref` of the element that gets the focus when a dialog opens, after the dialog has focused its first button. */
export function beginHere(element: HTMLElement | null) {
  requestAnimationFrame(() => element?.focus())
}
