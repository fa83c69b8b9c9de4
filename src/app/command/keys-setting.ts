/**
 * Whether single keys act on this device (WCAG 2.1.4: people who use speech input or whose hands tremble switch them
 * off). On by default.
 */
const NAME = 'single-keys'

export const areKeysOn = (): boolean => localStorage.getItem(NAME) !== 'off'

export function setKeysOn(on: boolean): void {
  if (on) localStorage.removeItem(NAME)
  else localStorage.setItem(NAME, 'off')
}
