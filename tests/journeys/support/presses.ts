import type { Page } from '@playwright/test'

/**
 * Counts the presses of a pointer and of Enter on a page, in the page itself. The count survives reloads in one tab.
 */
export async function countPresses(page: Page) {
  await page.addInitScript(count)
  await page.evaluate(count)
  return {
    begin: () => page.evaluate(() => sessionStorage.setItem('presses', '{"clicks":0,"enters":0}')),
    made: () =>
      page.evaluate(() => JSON.parse(sessionStorage.getItem('presses') ?? '{}') as { clicks: number; enters: number }),
  }
}

/** Runs in the page. */
function count() {
  const add = (what: 'clicks' | 'enters') => {
    const before = JSON.parse(sessionStorage.getItem('presses') ?? '{"clicks":0,"enters":0}') as Record<string, number>
    sessionStorage.setItem('presses', JSON.stringify({ ...before, [what]: (before[what] ?? 0) + 1 }))
  }
  const pressed = ({ isTrusted }: PointerEvent) => void (isTrusted && add('clicks'))
  const typed = ({ isTrusted, key }: KeyboardEvent) => void (isTrusted && key === 'Enter' && add('enters'))
  document.addEventListener('pointerdown', pressed, { capture: true })
  document.addEventListener('keydown', typed, { capture: true })
}
