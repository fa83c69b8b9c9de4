import { Menu as Parts } from 'radix-ui/internal'
import type { ReactElement, ReactNode } from 'react'
import { classes } from './classes.ts'
import { MenuButton } from './menu-button.tsx'

export type MenuItem = {
  id: string
  label: ReactNode
  icon?: ReactNode
  danger?: boolean
  /** Why it cannot be chosen now; the item stays reachable and says so. */
  whyDisabled?: string | null | undefined
  onSelect: () => void
}

/** The acts of a menu. Where finding them costs something, as for each row of a list, a function that finds them once it is opened. */
export type MenuItems = readonly MenuItem[] | (() => readonly MenuItem[])

/** Further acts behind one button. `children` is that button. */
export function Menu({
  items,
  align = 'end',
  children,
}: {
  items: MenuItems
  align?: 'start' | 'end'
  children: ReactElement
}) {
  return (
    <MenuButton button={children} align={align}>
      <Items items={items} />
    </MenuButton>
  )
}

/** Drawn only while the menu is open. */
function Items({ items }: { items: MenuItems }) {
  const acts = typeof items === 'function' ? items() : items
  return acts.map((item) => (
    <Parts.Item
      key={item.id}
      className={classes('menu-item', item.danger && 'danger')}
      aria-disabled={item.whyDisabled ? true : undefined}
      onSelect={(event) => (item.whyDisabled ? event.preventDefault() : item.onSelect())}
    >
      {item.icon}
      <span className="grow">
        {item.label}
        {item.whyDisabled && <span className="menu-why">{item.whyDisabled}</span>}
      </span>
    </Parts.Item>
  ))
}
