/** The `ref` of what has the focus when a dialog opens, after the dialog has sent it to its first button. */
export function beginHere(element: HTMLElement | null) {
  requestAnimationFrame(() => element?.focus())
}
