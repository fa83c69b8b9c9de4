import type { MenuItems } from './menu-items.ts'
import { Menu as Parts } from 'radix-ui/internal'
import type { ReactElement } from 'react'
import { classes } from './classes.ts'
import { MenuButton } from './menu-button.tsx'

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
      aria-keyshortcuts={item.key}
      onSelect={(event) => (item.whyDisabled ? event.preventDefault() : item.onSelect())}
    >
      {item.icon}
      <span className="grow">
        {item.label}
        {item.whyDisabled && <span className="menu-why">{item.whyDisabled}</span>}
      </span>
      {item.key && <kbd className="menu-key">{item.key.toUpperCase()}</kbd>}
    </Parts.Item>
  ))
}
