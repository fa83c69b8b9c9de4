// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest'
import { chooseBrand } from './brand.ts'

const root = document.documentElement.style
const paint = (hue: string, chroma: string) => {
  root.setProperty('--brand-h', hue)
  root.setProperty('--brand-c', chroma)
}

afterEach(() => {
  vi.unstubAllGlobals()
  localStorage.clear()
  paint('', '')
})

/** Whether the browser was asked to parse the colour; the stub reports it as invalid, so that nothing is painted. */
function isRead(colour: string): boolean {
  const supports = vi.fn<() => boolean>(() => false)
  vi.stubGlobal('CSS', { supports })
  chooseBrand(colour)
  return supports.mock.calls.length > 0
}

it('the brand is not read again if this page already shows it', () => {
  localStorage.setItem('ui-brand', '250 0.12')
  localStorage.setItem('ui-brand-colour', '#0055aa')
  paint('250', '0.12')
  expect(isRead('#0055aa')).toBe(false)
})

it('is read if another tab has stored it and this page still shows the previous one', () => {
  localStorage.setItem('ui-brand', '250 0.12')
  localStorage.setItem('ui-brand-colour', '#0055aa')
  paint('20', '0.15')
  expect(isRead('#0055aa')).toBe(true)
})

it('is read if the page has none yet', () => {
  localStorage.setItem('ui-brand', '250 0.12')
  localStorage.setItem('ui-brand-colour', '#0055aa')
  expect(isRead('#0055aa')).toBe(true)
})
