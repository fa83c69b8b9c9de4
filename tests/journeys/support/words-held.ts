/**
 * Runs in the page: the words of controls, headings, badges and labels that break at a place where their language does
 * not divide them, and the texts in a column of a few letters. `named`: only these elements.
 */
export function wordsNotHeld(named: string | null): string[] {
  const holders = named ?? '.btn, .tab, .nav-link > span, .badge, .chip-label, h2, h3, dt, th, label'
  const found: string[] = []
  const isSeen = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
    !element.closest('.vh, .skip, [aria-hidden="true"], .toaster')
  /** The widest line, and the number of lines. */
  const linesOf = (range: Range) => {
    const rects = [...range.getClientRects()].filter(({ width }) => width > 1)
    return {
      lines: new Set(rects.map(({ top }) => Math.round(top))).size,
      widest: Math.max(0, ...rects.map(({ width }) => width)),
    }
  }
  const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (words.nextNode()) {
    const text = words.currentNode as Text
    const holder = text.parentElement
    if (!holder || text.data.trim().length < 4 || !isSeen(holder)) continue
    const range = document.createRange()
    range.selectNodeContents(text)
    const { lines, widest } = linesOf(range)
    if (lines >= 4 && widest < 72) found.push(`squeezed to ${Math.round(widest)} px: ${text.data.trim().slice(0, 40)}`)
    if (lines < 2 || !holder.closest(holders) || getComputedStyle(holder).hyphens === 'auto') continue
    for (const word of text.data.matchAll(/[\p{L}\p{N}]{4,24}/gu)) {
      // the hyphen that is drawn at a line's end counts as part of what follows it
      range.setStart(text, text.data[word.index - 1] === '\u00ad' ? word.index + 1 : word.index)
      range.setEnd(text, word.index + word[0].length)
      if (linesOf(range).lines > 1) found.push(`broken word: ${word[0]}`)
    }
  }
  return [...new Set(found)]
}
