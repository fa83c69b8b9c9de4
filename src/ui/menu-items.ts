import type { ReactNode } from 'react'

export type MenuItem = {
  id: string
  label: ReactNode
  icon?: ReactNode
  danger?: boolean
  /** The single key that performs it while the focus is in its row (row-keys.ts); a lower-case letter. */
  key?: string | undefined
  /** Why it cannot be chosen now; the item stays reachable and says so. */
  whyDisabled?: string | null | undefined
  onSelect: () => void
}

/**
 * The acts of a menu. If computing them is costly, as for each row of a list, a function that is called when the menu
 * opens.
 */
export type MenuItems = readonly MenuItem[] | (() => readonly MenuItem[])
