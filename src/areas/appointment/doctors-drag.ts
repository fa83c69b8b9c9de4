import type { RefObject } from 'react'
import { downOf, type Span } from './doctors-axis.ts'

/** What a drag asks and says; columns are named by `data-doctor`, pieces by `data-visit`. Instants are epoch ms. */
export type DragActs = {
  readonly axis: Span
  /** Where a piece would stand if it were let go in a column with its upper edge at an instant. */
  readonly over: (piece: string, column: string, at: number) => Preview
  readonly drop: (piece: string, column: string, at: number) => void
}
/** `label`: the time, as it is shown; null where it cannot stand. */
type Preview = Span & { readonly label: string | null }

type Drag = {
  readonly piece: HTMLElement
  readonly id: string
  readonly pointer: number
  readonly isTouch: boolean
  /** Where it was pressed. */
  readonly start: Point
  /** From the piece's left and upper edge to the pointer. */
  readonly grip: Point
  /** After so long a finger that rests lifts the piece. */
  readonly timer: ReturnType<typeof setTimeout> | undefined
  at: Point
  lifted: { readonly ghost: HTMLElement; readonly mark: HTMLElement } | null
  over: { readonly column: string; readonly at: number } | null
  frame: number
}
type Point = { readonly x: number; readonly y: number }

/**
 * Pieces of a day moved by mouse, pen or finger: nothing is drawn by React before a piece is let go. A copy follows the pointer, a mark shows the time it
 * would take. A finger has to rest on the piece first, so that the page still scrolls; Escape puts it back. Answers how to let go of it all.
 */
export function watchDrags(root: HTMLElement, acts: RefObject<DragActs>): () => void {
  let drag: Drag | null = null

  const press = (event: PointerEvent) => {
    const piece = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-visit]') : null
    if (drag || !piece || event.button !== 0 || !event.isPrimary || piece.hasAttribute('data-fixed')) return
    const box = piece.getBoundingClientRect()
    const at = { x: event.clientX, y: event.clientY }
    const isTouch = event.pointerType === 'touch'
    drag = {
      piece,
      id: piece.dataset['visit']!,
      pointer: event.pointerId,
      isTouch,
      start: at,
      grip: { x: at.x - box.x, y: at.y - box.y },
      timer: isTouch ? setTimeout(() => drag && lift(drag), HOLD_MS) : undefined,
      at,
      lifted: null,
      over: null,
      frame: 0,
    }
    for (const [name, act] of FOLLOWED) addEventListener(name, act)
  }
  const move = (event: PointerEvent) => {
    if (drag?.pointer !== event.pointerId) return
    drag.at = { x: event.clientX, y: event.clientY }
    if (drag.lifted) return
    const far = Math.hypot(drag.at.x - drag.start.x, drag.at.y - drag.start.y)
    // a finger that moves before it has rested scrolls
    if (drag.isTouch) {
      if (far > STRAY_PX) end()
    } else if (far > LIFT_PX) lift(drag)
  }
  const release = (event: PointerEvent) => {
    if (drag?.pointer !== event.pointerId) return
    const { lifted, over, id, piece } = drag
    if (lifted) step(drag)
    const at = drag.over ?? over
    end()
    if (!lifted) return
    quietClick(piece)
    if (at) acts.current.drop(id, at.column, at.at)
  }
  const cancel = (event: PointerEvent) => void (drag?.pointer === event.pointerId && end())
  const escape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !drag?.lifted) return
    event.preventDefault()
    event.stopPropagation()
    // the button is still down, and comes up somewhere
    const { piece } = drag
    addEventListener('pointerup', () => quietClick(piece), { capture: true, once: true })
    end()
  }
  const FOLLOWED = [
    ['pointermove', move],
    ['pointerup', release],
    ['pointercancel', cancel],
    ['keydown', escape],
  ] as [string, EventListener][] // each listens to events of its name

  function lift(current: Drag) {
    clearTimeout(current.timer)
    const { piece } = current
    const ghost = piece.cloneNode(true) as HTMLElement // of an element
    for (const name of ['data-visit', 'data-piece', 'data-row-menu', 'href', 'id']) ghost.removeAttribute(name)
    ghost.classList.add('doctors-ghost')
    ghost.setAttribute('aria-hidden', 'true')
    const box = piece.getBoundingClientRect()
    Object.assign(ghost.style, { width: `${box.width}px`, height: `${box.height}px` })
    const mark = document.createElement('div')
    mark.className = 'doctors-mark'
    mark.setAttribute('aria-hidden', 'true')
    document.body.append(ghost)
    root.querySelector('.doctors-grid')?.append(mark)
    root.dataset['dragging'] = ''
    piece.dataset['dragged'] = ''
    current.lifted = { ghost, mark }
    frame()
  }
  function frame() {
    if (!drag?.lifted) return
    scroll(root, drag.at, drag.start)
    step(drag)
    drag.frame = requestAnimationFrame(frame)
  }
  function step(current: Drag) {
    const { lifted, at, grip, id } = current
    if (!lifted) return
    const { ghost, mark } = lifted
    ghost.style.transform = `translate(${at.x - grip.x}px, ${at.y - grip.y}px)`
    const columns = [...root.querySelectorAll<HTMLElement>('[data-doctor]')]
    const edge = root.getBoundingClientRect()
    const column = columns.find((each) => {
      const box = each.getBoundingClientRect()
      return at.x >= box.left && at.x < box.right && at.x >= edge.left && at.x < edge.right
    })
    current.over = null
    mark.hidden = !column
    if (!column) return
    const box = column.getBoundingClientRect()
    const { axis, over } = acts.current
    const down = Math.min(1, Math.max(0, (at.y - grip.y - box.top) / box.height))
    const instant = axis.from + down * (axis.to - axis.from)
    current.over = { column: column.dataset['doctor']!, at: instant }
    const preview = over(id, current.over.column, instant)
    mark.toggleAttribute('data-none', preview.label === null)
    if (mark.textContent !== preview.label) mark.textContent = preview.label
    Object.assign(mark.style, {
      left: `${column.offsetLeft}px`,
      width: `${box.width}px`,
      top: `${column.offsetTop + downOf(preview.from, axis) * box.height}px`,
      height: `${((preview.to - preview.from) / (axis.to - axis.from)) * box.height}px`,
    })
  }
  function end() {
    if (!drag) return
    clearTimeout(drag.timer)
    cancelAnimationFrame(drag.frame)
    drag.lifted?.ghost.remove()
    drag.lifted?.mark.remove()
    delete drag.piece.dataset['dragged']
    delete root.dataset['dragging']
    drag = null
    for (const [name, act] of FOLLOWED) removeEventListener(name, act)
  }

  const hold = (event: TouchEvent) => void (drag?.lifted && event.cancelable && event.preventDefault())
  const still = (event: Event) => event.preventDefault()
  // a finger that rests on a link opens the browser's own menu
  const menu = (event: Event) => void (drag?.isTouch && event.preventDefault())
  root.addEventListener('pointerdown', press)
  root.addEventListener('touchmove', hold, { passive: false })
  root.addEventListener('dragstart', still)
  root.addEventListener('contextmenu', menu)
  return () => {
    end()
    root.removeEventListener('pointerdown', press)
    root.removeEventListener('touchmove', hold)
    root.removeEventListener('dragstart', still)
    root.removeEventListener('contextmenu', menu)
  }
}

/** The page goes on under a piece that is held at its edge. */
function scroll(root: HTMLElement, at: Point, start: Point) {
  const box = root.getBoundingClientRect()
  // one that is lifted at the edge stays there until it is moved towards it
  const by = (drag: number, moved: number, from: number, to: number) =>
    drag < from + EDGE_PX && moved < -STRAY_PX ? -SCROLL_PX : drag > to - EDGE_PX && moved > STRAY_PX ? SCROLL_PX : 0
  root.scrollLeft += by(at.x, at.x - start.x, box.left, box.right)
  const down = by(at.y, at.y - start.y, Math.max(0, box.top), Math.min(innerHeight, box.bottom))
  if (root.scrollHeight > root.clientHeight + 1) root.scrollTop += down
  else if (down) scrollBy(0, down)
}

/** What is let go is no press of the link. */
function quietClick(piece: HTMLElement) {
  const quiet = (event: Event) => {
    event.preventDefault()
    event.stopPropagation()
  }
  piece.addEventListener('click', quiet, { capture: true, once: true })
  setTimeout(() => piece.removeEventListener('click', quiet, { capture: true }))
}

/** As long as a calendar waits for a finger. */
const HOLD_MS = 400
const STRAY_PX = 8
const LIFT_PX = 4
const EDGE_PX = 36
const SCROLL_PX = 8
