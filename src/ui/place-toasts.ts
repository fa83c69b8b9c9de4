import { coveredBy, freePlace, type Box, type Size } from './toast-place.ts'

/**
 * Places the toasts so that they cover nothing that can be pressed; toasts that already do not stay where they are. If
 * there is no such place it tries narrower ones, and finally covers as little as possible.
 */
export function placeToasts(): void {
  const list = document.querySelector<HTMLElement>('.toaster')
  const faces = [
    ...(list?.querySelectorAll<HTMLElement>('[data-sonner-toast]:not([data-removed="true"]) .toast') ?? []),
  ]
  const [first] = faces
  if (!list || !first) return
  const { panels, pressed } = whatStands()
  const taken = [...panels, ...pressed]
  const at = () => ({ left: first.getBoundingClientRect().left, top: list.getBoundingClientRect().top })
  if (list.style.top !== '' && isFree(at(), sizeOf(faces), taken)) return
  const area = { left: EDGE, top: EDGE, right: innerWidth - EDGE, bottom: innerHeight - EDGE }
  const from = innerWidth < NARROW ? 'bottom' : 'top'
  let best: { place: ReturnType<typeof freePlace>; most: string } | null = null
  for (const most of WIDTHS) {
    list.style.setProperty('--toast-most', most)
    const place = freePlace(sizeOf(faces), taken, area, from)
    if (!best || place.covered < best.place.covered) best = { place, most }
    if (place.covered === 0) break
  }
  if (!best) return
  list.style.setProperty('--toast-most', best.most)
  // a sheet as tall as the window leaves room only between its controls
  const place = best.place.covered === 0 ? best.place : freePlace(sizeOf(faces), pressed, area, from)
  // the list's own edge differs slightly from that of its contents
  const shift = at().left - list.getBoundingClientRect().left
  Object.assign(list.style, { top: `${place.top}px`, bottom: 'auto', left: `${place.left - shift}px`, right: 'auto' })
}

/** The size of all toasts, one below the other. */
function sizeOf(faces: readonly HTMLElement[]): Size {
  return {
    width: Math.max(...faces.map(({ offsetWidth }) => offsetWidth)),
    height: faces.reduce((sum, { offsetHeight }) => sum + offsetHeight, GAP * (faces.length - 1)),
  }
}

function isFree({ left, top }: { left: number; top: number }, { width, height }: Size, taken: readonly Box[]): boolean {
  const [right, bottom] = [left + width, top + height]
  return right <= innerWidth && bottom <= innerHeight && coveredBy({ left, top, right, bottom }, taken) === 0
}

/**
 * Bars and open panels, which are avoided as a whole, and the controls that can be pressed now; those behind an open
 * panel cannot.
 */
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
/**
 * The distance from the window's edge, the one between two toasts, and the width below which a window is a phone's
 * (use-narrow.ts), in px.
 */
const EDGE = 16
const GAP = 8
const NARROW = 768
/** Their own width first, then narrower ones. */
const WIDTHS = ['100%', '17rem', '13.5rem']
