// Runs before the first paint, so that neither theme nor language nor brand flashes. A file of its own because the
// content security policy allows no inline script. The keys are read and written by src/ui/theme.ts and src/ui/brand.ts.
(() => {
  const root = document.documentElement
  const language = /(?:^|;\s*)user-lang=(tr|en|de|ru)(?:;|$)/.exec(document.cookie)
  root.lang = language ? language[1] : 'tr'

  let theme = null
  let brand = null
  try {
    theme = localStorage.getItem('ui-theme')
    brand = localStorage.getItem('ui-brand')
  } catch {
    // Storage can be closed to us (private mode, policy); the system's theme serves.
  }
  const dark = theme === 'dark' || (theme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  root.dataset.theme = dark ? 'dark' : 'light'

  const numbers = /^([\d.]+) ([\d.]+)$/.exec(brand ?? '')
  if (numbers) {
    root.style.setProperty('--brand-h', numbers[1])
    root.style.setProperty('--brand-c', numbers[2])
  }
})()
