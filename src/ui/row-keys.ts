import type { MenuItem, MenuItems } from './menu-items.ts'

/**
 * Lists by keyboard: a row is the smallest part of the page that contains exactly one menu (row-menu.tsx). The arrows
 * go from row to row, and the key of an act in the row's menu does that act.
 */
const actsOf = new WeakMap<Element, MenuItems>()

/** Called by a row's menu with its button. */
export const holdActs = (button: Element | null, items: MenuItems): void => {
  if (button) actsOf.set(button, items)
}

const MENU = '[data-row-menu]'

/** The menu button of the focused row. */
function rowMenu(): Element | null {
  const active = document.activeElement
  if (!active?.closest('main')) return null
  for (let holder: Element | null = active; holder && holder.localName !== 'main'; holder = holder.parentElement) {
    const found = holder.hasAttribute('data-row-menu') ? [holder] : [...holder.querySelectorAll(MENU)]
    if (found.length) return found.length === 1 ? found[0]! : null
  }
  return null
}

function rowOf(menu: Element): Element {
  let row: Element = menu
  while (
    row.parentElement &&
    row.parentElement.localName !== 'main' &&
    row.parentElement.querySelectorAll(MENU).length === 1
  )
    row = row.parentElement
  return row
}

/**
 * Moves the focus to the next or previous row; from elsewhere on the page to the first or the last. False if there is
 * no list.
 */
export function goToRow(by: 1 | -1): boolean {
  const menus = [...document.querySelectorAll(`main ${MENU}`)].filter((each) => each.checkVisibility?.() ?? true)
  const here = rowMenu()
  const at = here ? menus.indexOf(here) + by : by === 1 ? 0 : menus.length - 1
  const menu = menus[Math.max(0, Math.min(menus.length - 1, at))]
  if (!menu) return false
  const target = rowOf(menu).querySelector('a[href]') ?? menu
  if (target instanceof HTMLElement) target.focus()
  return true
}

/** The act of the focused row that has this key; null outside lists. */
export function rowAct(key: string): MenuItem | null {
  const menu = rowMenu()
  const items = menu && actsOf.get(menu)
  if (!items) return null
  return (typeof items === 'function' ? items() : items).find((item) => item.key === key) ?? null
}

/** Selects the focused row, or deselects it. False if its list has no selection. */
export function chooseRow(): boolean {
  const menu = rowMenu()
  const box = menu && rowOf(menu).querySelector<HTMLInputElement>('input[type="checkbox"]')
  box?.click()
  return Boolean(box)
}
