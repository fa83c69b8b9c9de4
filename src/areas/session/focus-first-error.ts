/** After a failed submit, focuses the first invalid field once its error is drawn (SCREENS B0). */
export function focusFirstError(event: { readonly target: unknown } | undefined) {
  const form = event?.target
  if (!(form instanceof HTMLFormElement)) return
  requestAnimationFrame(() =>
    requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()),
  )
}
