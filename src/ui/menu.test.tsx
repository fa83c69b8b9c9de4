// @vitest-environment happy-dom
import { act } from 'react'
import { expect, test, vi } from 'vitest'
import { Menu } from './menu.tsx'
import { byRole, press, render, until } from './testing.tsx'

const onSelect = vi.fn<() => void>()
const onDelete = vi.fn<() => void>()

async function renderMenu() {
  onSelect.mockClear()
  onDelete.mockClear()
  const items = () => {
    onDelete()
    return [{ id: 'open', label: 'Open', onSelect }]
  }
  await render(
    <Menu items={items}>
      <button type="button">More</button>
    </Menu>,
  )
  return byRole('button', 'More')
}

test.each(['Enter', ' ', 'ArrowDown'])('%o opens it and focuses its first item; Escape returns', async (key) => {
  const button = await renderMenu()
  expect(button.getAttribute('aria-expanded')).toBe('false')
  await act(async () => button.focus())
  expect(onDelete).not.toHaveBeenCalled()
  await press(key)
  const item = byRole('menuitem', 'Open')
  await until(() => expect(document.activeElement).toBe(item))
  expect(button.getAttribute('aria-expanded')).toBe('true')
  expect(byRole('menu').getAttribute('aria-labelledby')).toBe(button.id)
  await press('Escape')
  expect(document.querySelector('[role="menu"]')).toBeNull()
  await until(() => expect(document.activeElement).toBe(button))
})

test('pressing a pointer opens it, and its action is done', async () => {
  const button = await renderMenu()
  await act(
    async () =>
      void button.dispatchEvent(new PointerEvent('pointerdown', { button: 0, bubbles: true, cancelable: true })),
  )
  await act(async () => byRole('menuitem', 'Open').click())
  expect(onSelect).toHaveBeenCalledOnce()
  expect(document.querySelector('[role="menu"]')).toBeNull()
})

test('a screen reader’s click, which has no pointer, opens it too', async () => {
  const button = await renderMenu()
  await act(async () => button.click())
  expect(byRole('menuitem', 'Open')).toBeTruthy()
})
