import { useLingui } from '@lingui/react/macro'
import { Ellipsis } from 'lucide-react'
import { IconButton } from './button.tsx'
import type { MenuItems } from './menu-items.ts'
import { Menu } from './menu.tsx'
import { holdActs } from './row-keys.ts'

/**
 * The menu of a row behind three dots; screen readers hear whose it is. Draws nothing if the row has no further acts.
 */
export function RowMenu({ name, items }: { name: string; items: MenuItems }) {
  const { t } = useLingui()
  if (typeof items !== 'function' && items.length === 0) return null
  return (
    <Menu items={items}>
      <IconButton
        data-row-menu=""
        ref={(button) => holdActs(button, items)}
        look="quiet"
        label={t`More actions for ${{ name }}`}
        icon={<Ellipsis />}
      />
    </Menu>
  )
}
