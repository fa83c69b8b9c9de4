/**
 * The arrows in a day of columns: up and down among the appointments and free times of a doctor, left and right to the one nearest in time of the next
 * doctor, Home and End to the first and the last. The whole day is one stop of Tab (`keepStop`). Pieces are `data-piece`, columns `data-doctor`; `data-at` is
 * when a piece begins, epoch ms. True where the focus went on.
 */
export function goByKey(root: Element, key: string): boolean {
  const focused = document.activeElement?.closest<HTMLElement>('[data-piece]')
  const column = focused?.closest<HTMLElement>('[data-doctor]')
  if (!focused || !column || !root.contains(focused)) return false
  const pieces = piecesOf(column)
  const at = pieces.indexOf(focused)
  switch (key) {
    case 'ArrowUp':
      return focusPiece(pieces[at - 1])
    case 'ArrowDown':
      return focusPiece(pieces[at + 1])
    case 'Home':
      return focusPiece(pieces[0])
    case 'End':
      return focusPiece(pieces.at(-1))
    case 'ArrowLeft':
      return focusPiece(beside(root, column, focused, -1))
    case 'ArrowRight':
      return focusPiece(beside(root, column, focused, 1))
    default:
      return false
  }
}

export const DAY_KEYS: ReadonlySet<string> = new Set(['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'Home', 'End'])

/** One piece of the day is reached by Tab: `wanted`, else the one that was, else the first that is not over. */
export function keepStop(root: Element, now: number, wanted?: Element | null): void {
  const stops = [...root.querySelectorAll<HTMLElement>('[data-piece][tabindex="0"]')]
  const stop = wanted ?? stops[0] ?? firstFrom(root, now)
  for (const each of stops) if (each !== stop) each.tabIndex = -1
  if (stop instanceof HTMLElement) stop.tabIndex = 0
}

const piecesOf = (column: Element) => [...column.querySelectorAll<HTMLElement>('[data-piece]')]
const atOf = (piece: HTMLElement) => Number(piece.dataset['at'])

function firstFrom(root: Element, now: number) {
  const all = piecesOf(root)
  return all.find((piece) => atOf(piece) >= now) ?? all[0]
}

function beside(root: Element, column: Element, from: HTMLElement, by: 1 | -1): HTMLElement | undefined {
  const columns = [...root.querySelectorAll('[data-doctor]')]
  for (let i = columns.indexOf(column) + by; columns[i]; i += by) {
    const pieces = piecesOf(columns[i]!)
    const away = (piece: HTMLElement) => Math.abs(atOf(piece) - atOf(from))
    const [nearest] = pieces.toSorted((a, b) => away(a) - away(b))
    if (nearest) return nearest
  }
  return undefined
}

function focusPiece(piece: HTMLElement | undefined): boolean {
  if (!piece) return false
  piece.focus()
  return true
}
