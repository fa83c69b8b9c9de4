import type { Page } from '@playwright/test'

/** What can be pressed, or a bar or panel, that lies under a message that is shown now. In the page's own words; nothing where all is free. */
export const underToasts = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const isSeen = (element: Element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
    const toasts = [...document.querySelectorAll('.toast')].filter(isSeen).map((toast) => toast.getBoundingClientRect())
    const open = [...document.querySelectorAll('.dialog, .sheet, [role="menu"]')].filter(isSeen).at(-1)
    const things = [
      ...(open ?? document).querySelectorAll('a[href], button, input, select, textarea, summary, [role="button"]'),
      ...(open ? [open] : document.querySelectorAll('.nav, .topbar')),
    ]
    return things.flatMap((thing) => {
      if (thing.closest('.toaster') || !isSeen(thing)) return []
      const box = thing.getBoundingClientRect()
      if (box.width < 2 || box.height < 2) return []
      const isUnder = toasts.some(
        (toast) =>
          box.left < toast.right - 1 &&
          box.right > toast.left + 1 &&
          box.top < toast.bottom - 1 &&
          box.bottom > toast.top + 1,
      )
      return isUnder
        ? [(thing.getAttribute('aria-label') || thing.textContent?.trim() || thing.className).slice(0, 40)]
        : []
    })
  })
