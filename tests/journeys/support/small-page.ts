import type { Page } from '@playwright/test'
import { wordsNotHeld } from './words-held.ts'

/** Everything that a finger may press. A text box is measured with the frame around it. */
const PRESSED =
  'a[href], button, select, summary, input:not([type="hidden"]):not([type="file"]), [role="button"], [role="tab"], [role="switch"]'
/** What must mark the current page or choice by more than its background. */
const CURRENT =
  '.app [aria-current]:not([aria-current="false"]), .app [role="tab"][aria-selected="true"], .app [aria-pressed="true"]'

/**
 * What is wrong with a page at 320 px, in the system's colours, without motion, on a touch screen. Empty if nothing is.
 */
export const smallProblems = async (page: Page): Promise<string[]> => [
  ...(await page.evaluate(wordsNotHeld, null)),
  ...(await page.evaluate(
    ([pressed, current]) => {
      const found: string[] = []
      const name = (element: Element) =>
        (element.getAttribute('aria-label') || element.textContent?.trim() || element.tagName).slice(0, 40)
      const isSeen = (element: Element) =>
        element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
        !element.closest('.vh, .skip, [aria-hidden="true"], .toaster')
      const px = (text: string) => Number.parseFloat(text) || 0

      if (document.documentElement.scrollWidth > innerWidth + 1)
        found.push(`scrolls sideways: ${document.documentElement.scrollWidth} in ${innerWidth}`)

      for (const element of document.querySelectorAll<HTMLElement>(pressed!)) {
        if (!isSeen(element)) continue
        const own = element.getBoundingClientRect()
        if (own.width < 2 || own.height < 2) continue
        // a press on the label, on the frame, or near a small button counts as a press on the control
        const frame = element.closest('label, .input, .select, .search')?.getBoundingClientRect()
        const spaces = ['::after', '::before'].map((part) => getComputedStyle(element, part))
        const space = (side: 'width' | 'height') =>
          Math.max(...spaces.map((style) => (style.position === 'absolute' ? px(style[side]) : 0)))
        const width = Math.max(own.width, frame?.width ?? 0, space('width'))
        const height = Math.max(own.height, frame?.height ?? 0, space('height'))
        if (width < 43.5 || height < 43.5)
          found.push(
            `small target ${Math.round(width)} × ${Math.round(height)}: ${element.tagName} .${element.className} “${name(element)}”`,
          )
      }

      for (const element of document.querySelectorAll<HTMLElement>(current!)) {
        if (!isSeen(element) || element === document.activeElement) continue
        const style = getComputedStyle(element)
        if (style.outlineStyle === 'none' || px(style.outlineWidth) < 2)
          found.push(`told by its ground alone: .${element.className} “${name(element)}”`)
      }

      const seconds = (list: string) =>
        Math.max(...list.split(',').map((time) => px(time) / (time.includes('ms') ? 1000 : 1)))
      for (const element of document.querySelectorAll('body *'))
        for (const part of [null, '::before', '::after']) {
          const style = getComputedStyle(element, part)
          const moves = style.animationName !== 'none' ? seconds(style.animationDuration) : 0
          if (Math.max(moves, seconds(style.transitionDuration)) > 0.01)
            found.push(`moves for ${style.animationDuration}, ${style.transitionDuration}: .${element.className}`)
        }
      return [...new Set(found)]
    },
    [PRESSED, CURRENT],
  )),
]
