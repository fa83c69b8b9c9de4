import { expect, type Page } from '@playwright/test'

/**
 * Operates a page without a mouse. After every key it checks the focus, which must never be on the body: neither at
 * once nor after the page has settled.
 */
export function keyboardOf(page: Page) {
  /** The accessible name of the focused element; empty for the body. */
  const focused = () => page.evaluate(nameOfFocus)

  /** Presses Tab, or Shift and Tab, until the focused element has the name. */
  async function to(name: RegExp, { back = false, most = 150 }: { back?: boolean; most?: number } = {}): Promise<void> {
    const passed: string[] = []
    for (let i = 0; i < most; i++) {
      const at = await focused()
      if (name.test(at)) return
      passed.push(at)
      await page.keyboard.press(back ? 'Shift+Tab' : 'Tab')
    }
    throw new Error(`${name} is not reached by Tab; passed: ${passed.join(' | ')}`)
  }

  /**
   * Presses a key that does something, waits until `name` matches the focused element, and checks that the focus stays
   * there.
   */
  async function act(key: string, name: RegExp): Promise<void> {
    await page.keyboard.press(key)
    await lies(name)
  }

  async function lies(name: RegExp): Promise<void> {
    await expect.poll(focused, { intervals: [100], message: `focus on ${name}` }).toMatch(name)
    await page.waitForTimeout(REST_MS)
    expect(await focused()).toMatch(name)
  }

  return { focused, to, act, lies, type: (text: string) => page.keyboard.type(text) }
}

/** Time for a change to be stored, drawn, sent and answered. */
const REST_MS = 1200

/** Runs in the page. */
function nameOfFocus(): string {
  const active = document.activeElement
  if (!(active instanceof HTMLElement) || active === document.body) return ''
  const byId = (ids: string | null) =>
    (ids ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent ?? '')
      .join(' ')
      .trim()
  const label =
    'labels' in active ? [...(active as HTMLInputElement).labels!].map((each) => each.textContent).join(' ') : ''
  const name =
    active.getAttribute('aria-label') ||
    byId(active.getAttribute('aria-labelledby')) ||
    label ||
    (active.matches('main, section, article, li, tr, form, .card')
      ? active.querySelector('h1, h2, h3')?.textContent
      : '') ||
    active.textContent
  return `${active.getAttribute('role') ?? active.tagName.toLowerCase()}: ${(name ?? '').replaceAll(/\s+/g, ' ').trim().slice(0, 120)}`
}
