import type { Page } from '@playwright/test'

/**
 * By how many px each table on the page is wider than its place: its card hides the excess, or the page scrolls
 * sideways (LOOKS "Tables").
 */
export const tableExcess = (page: Page): Promise<readonly { readonly label: string; readonly by: number }[]> =>
  page.evaluate(async () => {
    await new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)))
    return [...document.querySelectorAll<HTMLElement>('.table-wrap > table')].map((table) => ({
      label: table.getAttribute('aria-label') ?? '',
      by: table.scrollWidth - table.parentElement!.clientWidth,
    }))
  })
