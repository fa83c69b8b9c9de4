/** After a submit that did not go: the first field that is wrong gets the focus, once its error has been drawn (SCREENS B0). */
export function focusFirstError(event: { readonly target: unknown } | undefined) {
  const form = event?.target
  if (!(form instanceof HTMLFormElement)) return
  requestAnimationFrame(() =>
    requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()),
  )
}
