/** What a person chose; `system` follows the device. */
export type Theme = 'light' | 'dark' | 'system'

/** The key that public/boot.js reads before the first paint. */
const KEY = 'ui-theme'
const systemDark = matchMedia('(prefers-color-scheme: dark)')

export function readTheme(): Theme {
  const kept = localStorage.getItem(KEY)
  return kept === 'light' || kept === 'dark' ? kept : 'system'
}

/** Applies the theme at once and stores it for the next start. */
export function chooseTheme(theme: Theme): void {
  if (theme === 'system') localStorage.removeItem(KEY)
  else localStorage.setItem(KEY, theme)
  draw()
}

/** Follows the device while nothing is chosen. Call once; returns a function that stops it. */
export function followSystemTheme(): () => void {
  systemDark.addEventListener('change', draw)
  return () => systemDark.removeEventListener('change', draw)
}

function draw() {
  const theme = readTheme()
  document.documentElement.dataset.theme =
    theme === 'dark' || (theme === 'system' && systemDark.matches) ? 'dark' : 'light'
}
