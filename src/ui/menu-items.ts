import type { ReactNode } from 'react'

export type MenuItem = {
  id: string
  label: ReactNode
  icon?: ReactNode
  danger?: boolean
  /** The single key that does it while the focus is in its row (row-keys.ts); a small letter. */
  key?: string | undefined
  /** Why it cannot be chosen now; the item stays reachable and says so. */
  whyDisabled?: string | null | undefined
  onSelect: () => void
}

/** The acts of a menu. Where finding them costs something, as for each row of a list, a function that finds them once it is opened. */
export type MenuItems = readonly MenuItem[] | (() => readonly MenuItem[])
