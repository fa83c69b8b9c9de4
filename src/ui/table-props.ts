import type { ReactNode } from 'react'
import type { MenuItems } from './menu-items.ts'

export type Column<Row> = {
  id: string
  head: ReactNode
  cell: (row: Row) => ReactNode
  /** The head can sort by this column. */
  sorts?: boolean
  /** Numbers and money are right-aligned. */
  end?: boolean
  /** When space runs out, 3 is hidden first, then 2; columns without a priority stay. */
  priority?: 2 | 3
  /** Its place on a phone's card; without one the card omits it. */
  card?: 'time' | 'title' | 'detail' | 'status'
}

export type Sort = { column: string; descending: boolean }

/** How a whole row is marked: an unsent change, a conflict, a booking not yet confirmed, a refused change. */
export type RowMark = 'pending' | 'conflict' | 'tentative' | 'failed'

export type TableProps<Row> = {
  /** What the table lists, for screen readers. */
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => string
  sort?: Sort | undefined
  onSort?: (sort: Sort) => void
  markOf?: ((row: Row) => RowMark | null | undefined) | undefined
  /** At most one square tag per row. */
  tagOf?: ((row: Row) => ReactNode) | undefined
  /** The one act of a row; on a card as wide as the card. */
  actionOf?: ((row: Row) => ReactNode) | undefined
  /**
   * The look of the act that comes and goes with a waiting change. Room is reserved for it and for the tag, so that no
   * other cell moves when they appear; if room is short, their words (the tag's, and a span's in `coming`) are only for
   * screen readers and on hover.
   */
  comingAct?: ReactNode
  /** Further acts, and the row's name for the menu's label. */
  menuOf?: ((row: Row) => { name: string; items: MenuItems }) | undefined
  /** Too many columns for a laptop: they are narrower, and hidden sooner. */
  dense?: boolean
  /** Totals "of all 128", never of the page: one cell per column id. */
  totals?: Readonly<Record<string, ReactNode>>
}
