// @vitest-environment happy-dom
import { act, useState } from 'react'
import { expect, test } from 'vitest'
import { Dialog } from './dialog.tsx'
import { Menu } from './menu.tsx'
import { byRole, click, press, render, until } from './testing.tsx'

function Page({ from, leaves }: { from: 'button' | 'menu'; leaves?: boolean }) {
  const [open, setOpen] = useState(false)
  const [gone, setGone] = useState(false)
  const show = () => setOpen(true)
  return (
    <main tabIndex={-1}>
      {!gone && from === 'button' && (
        <button type="button" onClick={show}>
          Move
        </button>
      )}
      {from === 'menu' && (
        <Menu items={[{ id: 'move', label: 'Move', onSelect: show }]}>
          <button type="button">More</button>
        </Menu>
      )}
      {open && (
        <Dialog
          open
          onOpenChange={() => {
            setGone(Boolean(leaves))
            setOpen(false)
          }}
          title="Move the appointment"
        >
          <button type="button">10:00</button>
        </Dialog>
      )}
    </main>
  )
}

test('a dialog returns the focus to what opened it (WCAG 2.4.3)', async () => {
  await render(<Page from="button" />)
  await click(byRole('button', 'Move'))
  await until(() => expect(document.activeElement).toBe(byRole('button', '10:00')))
  await press('Escape')
  await until(() => expect(document.activeElement).toBe(byRole('button', 'Move')))
})

test('what was opened from a menu returns it to the menu’s button', async () => {
  await render(<Page from="menu" />)
  await act(async () => byRole('button', 'More').focus())
  await press('Enter')
  await until(() => expect(document.activeElement).toBe(byRole('menuitem', 'Move')))
  await press('Enter')
  await until(() => expect(document.activeElement).toBe(byRole('button', '10:00')))
  await press('Escape')
  await until(() => expect(document.activeElement).toBe(byRole('button', 'More')))
})

test('if the action removed the opener, the page takes the focus', async () => {
  await render(<Page from="button" leaves />)
  await click(byRole('button', 'Move'))
  await until(() => expect(document.activeElement).toBe(byRole('button', '10:00')))
  await press('Escape')
  await until(() => expect(document.activeElement).toBe(byRole('main')))
})
