// @vitest-environment happy-dom
import { act } from 'react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { RowMenu } from '../../ui/row-menu.tsx'
import { press, render } from '../../ui/testing.tsx'
import { bindKeys } from './keys.ts'

const NAMES = ['Ada', 'Berta', 'Cem']

async function list({ whyDisabled = null as string | null, on = true } = {}) {
  const did: string[] = []
  const tell = (what: string) => () => void did.push(what)
  await render(
    <main>
      <input aria-label="Search" />
      <ul>
        {NAMES.map((name) => (
          <li key={name}>
            <input type="checkbox" aria-label={`Choose ${name}`} onChange={tell(`choose ${name}`)} />
            <a href={`/${name}`}>{name}</a>
            <RowMenu
              name={name}
              items={[{ id: 'arrive', key: 'c', label: 'Check in', whyDisabled, onSelect: tell(`arrive ${name}`) }]}
            />
          </li>
        ))}
      </ul>
    </main>,
  )
  const say = vi.fn<(why: string) => void>()
  onTestFinished(
    bindKeys({
      search: tell('search'),
      help: tell('help'),
      new: tell('new'),
      today: tell('today'),
      say,
      areOn: () => on,
    }),
  )
  return { did, say }
}
const named = () => document.activeElement?.textContent
const key = (name: string, more: KeyboardEventInit = {}) =>
  press(name, { code: name.length === 1 ? `Key${name.toUpperCase()}` : name, ...more })

test('the arrow keys move through the rows and stop at the ends; C and X act on the focused row', async () => {
  const { did } = await list()
  await act(async () => document.querySelector<HTMLElement>('main a')!.focus())
  await key('ArrowDown')
  expect(named()).toBe('Berta')
  await key('c')
  await key('x')
  await key('ArrowDown')
  await key('ArrowDown')
  expect(named()).toBe('Cem')
  await key('c')
  await key('ArrowUp')
  expect(named()).toBe('Berta')
  expect(did).toEqual(['arrive Berta', 'choose Berta', 'arrive Cem'])
})

test('an action that is not possible says why', async () => {
  const { did, say } = await list({ whyDisabled: 'Too early.' })
  await act(async () => document.querySelector<HTMLElement>('main a')!.focus())
  await key('c')
  expect(say).toHaveBeenCalledWith('Too early.')
  expect(did).toEqual([])
})

test('single keys are off while typing, with Ctrl, under a dialog and when disabled; Ctrl K still works', async () => {
  const { did } = await list()
  await act(async () => document.querySelector<HTMLElement>('main > input')!.focus())
  await key('n')
  await key('ArrowDown')
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Search')
  await key('k', { ctrlKey: true })
  await act(async () => document.querySelector<HTMLElement>('main a')!.focus())
  await key('n', { ctrlKey: true })
  const dialog = document.body.appendChild(document.createElement('div'))
  dialog.setAttribute('role', 'dialog')
  await key('n')
  await key('c')
  dialog.remove()
  expect(did).toEqual(['search'])
  await key('n')
  expect(did).toEqual(['search', 'new'])
})

test('a Russian keyboard uses the printed keys, and a French one its letters', async () => {
  const { did } = await list()
  await press('т', { code: 'KeyN' })
  await press('q', { code: 'KeyX' })
  await press('n', { code: 'KeyB' })
  expect(did).toEqual(['new', 'new'])
})

test('when disabled, no single key acts', async () => {
  const { did } = await list({ on: false })
  await act(async () => document.querySelector<HTMLElement>('main a')!.focus())
  await key('c')
  await key('n')
  await key('ArrowDown')
  expect(named()).toBe('Ada')
  expect(did).toEqual([])
})
