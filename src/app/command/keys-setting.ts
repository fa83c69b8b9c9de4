/** Whether single keys act on this device (WCAG 2.1.4: whoever speaks to the device, or trembles, turns them off). On until then. */
const NAME = 'single-keys'

export const areKeysOn = (): boolean => localStorage.getItem(NAME) !== 'off'

export function setKeysOn(on: boolean): void {
  if (on) localStorage.removeItem(NAME)
  else localStorage.setItem(NAME, 'off')
}
