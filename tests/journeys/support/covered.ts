import type { Page } from '@playwright/test'

/** Runs in the page: the controls, bars and panels that a visible toast covers. Empty if there are none. */
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
