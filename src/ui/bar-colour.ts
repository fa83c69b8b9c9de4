/**
 * Gives the browser's own bars the colour of the top bar, again whenever theme or brand change. Call once; returns a
 * function that stops it.
 */
export function followBarColour(): () => void {
  const root = document.documentElement
  const meta = Object.assign(document.createElement('meta'), { name: 'theme-color' })
  const wear = () => (meta.content = getComputedStyle(root).getPropertyValue('--surface').trim())
  wear()
  document.head.append(meta)
  const watch = new MutationObserver(wear)
  watch.observe(root, { attributes: true, attributeFilter: ['data-theme', 'style'] })
  return () => {
    watch.disconnect()
    meta.remove()
  }
}
