import { coveredBy, freePlace, type Box } from './toast-place.ts'

/** Puts the messages that are shown where they lie over nothing that can be pressed; those that already do stay where they are. */
export function placeToasts(): void {
  const list = document.querySelector<HTMLElement>('.toaster')
  const faces = [
    ...(list?.querySelectorAll<HTMLElement>('[data-sonner-toast]:not([data-removed="true"]) .toast') ?? []),
  ]
  if (!list || faces.length === 0) return
  const sizes = faces.map((face) => ({ width: face.offsetWidth, height: face.offsetHeight }))
  const size = {
    width: Math.max(...sizes.map(({ width }) => width)),
    height: sizes.reduce((sum, { height }) => sum + height, GAP * (sizes.length - 1)),
  }
  const { panels, pressed } = whatStands()
  const at = list.getBoundingClientRect()
  const { left } = faces[0]!.getBoundingClientRect() // there is one
  const now = { left, top: at.top, right: left + size.width, bottom: at.top + size.height }
  const isPlaced = list.style.top !== ''
  if (isPlaced && now.bottom <= innerHeight && coveredBy(now, [...panels, ...pressed]) === 0) return
  // on a phone it is as wide as the window, and has only its height to choose
  const isWide = size.width >= innerWidth - 3 * EDGE
  const area = {
    left: isWide ? left : EDGE,
    top: EDGE,
    right: isWide ? left + size.width : innerWidth - EDGE,
    bottom: innerHeight - EDGE,
  }
  const from = innerWidth < NARROW ? 'bottom' : 'top'
  const free = freePlace(size, [...panels, ...pressed], area, from)
  // a sheet as tall as the window leaves room only between what it offers
  const place = free.covered === 0 ? free : freePlace(size, pressed, area, from)
  Object.assign(list.style, { top: `${place.top}px`, bottom: 'auto' })
  if (!isWide) list.style.right = `${innerWidth - place.left - size.width}px`
}

/** Bars and open panels, which are kept free as a whole, and what can be pressed now: of what lies behind an open panel nothing can. */
function whatStands(): { readonly panels: readonly Box[]; readonly pressed: readonly Box[] } {
  const isSeen = (element: Element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
  const boxes = (among: ParentNode, what: string) =>
    [...among.querySelectorAll(what)].filter((element) => !element.closest('.toaster') && isSeen(element)).map(boxOf)
  const open = [...document.querySelectorAll(PANELS)].filter(isSeen)
  const top = open.at(-1)
  const isHere = ({ left, top: y, right, bottom }: Box) =>
    right - left > 1 && bottom - y > 1 && right > 0 && bottom > 0 && left < innerWidth && y < innerHeight
  return {
    panels: (top ? open.map(boxOf) : boxes(document, '.topbar, .nav')).filter(isHere),
    pressed: boxes(top ?? document, PRESSED).filter(isHere),
  }
}

const boxOf = (element: Element): Box => element.getBoundingClientRect()

const PANELS = '.dialog, .sheet, [role="menu"], .combobox-panel'
const PRESSED =
  'a[href], button, input:not([type="hidden"]), select, textarea, summary, label:has(input), [role="button"], [role="tab"], [role="switch"], [contenteditable="true"]'
/** From the window's edge, between two messages, and the width below which a window is a phone's (use-narrow.ts), px. */
const EDGE = 16
const GAP = 8
const NARROW = 768
