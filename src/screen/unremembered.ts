/**
 * Keeps typed text out of the browser's own files: browsers store a page's fields in their session history, to restore
 * them, unless the fields disable autocomplete (seen in Chromium's `Sessions`). For a shared device; watches until
 * stopped.
 */
export function forgetFields(): () => void {
  // a text area can disable it only through its form
  const form = document.createElement('form')
  form.id = 'unremembered'
  form.autocomplete = 'off'
  form.hidden = true
  form.addEventListener('submit', (event) => event.preventDefault())
  document.body.append(form)
  const look = (root: ParentNode) => {
    for (const each of root.querySelectorAll('form')) each.autocomplete = 'off'
    for (const each of root.querySelectorAll('input')) if (each.type !== 'password') each.autocomplete = 'off'
    for (const each of root.querySelectorAll<HTMLTextAreaElement | HTMLSelectElement>('textarea, select')) {
      each.autocomplete = 'off'
      if (!each.form) each.setAttribute('form', form.id)
    }
  }
  look(document)
  const watch = new MutationObserver((changes) => {
    for (const { addedNodes } of changes)
      for (const node of addedNodes) if (node instanceof Element && node.parentNode) look(node.parentNode)
  })
  watch.observe(document.body, { childList: true, subtree: true })
  return () => {
    watch.disconnect()
    form.remove()
  }
}
