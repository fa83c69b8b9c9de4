// @vitest-environment happy-dom
import { useState } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { Combobox } from './combobox.tsx'
import { Field } from './field.tsx'
import { byRole, click, press, render, type, until } from './testing.tsx'
import type { Option, OptionSource } from './use-options.ts'

const people: readonly Option[] = [
  { value: '1', label: 'Işıl Öztürkoğlu' },
  { value: '2', label: 'Jürgen Großmann', detail: '0170 5550 118' },
  { value: '3', label: 'Çiğdem Büyükşahin' },
]

function Sample({
  options = people,
  onSelect,
  start = null,
}: {
  options?: OptionSource
  onSelect?: (option: Option | null) => void
  start?: Option | null
}) {
  const [selected, setSelected] = useState<Option | null>(start)
  return (
    <Field label="Patient">
      <Combobox
        options={options}
        selected={selected}
        onSelect={(option) => {
          setSelected(option)
          onSelect?.(option)
        }}
      />
    </Field>
  )
}

const box = () => byRole<HTMLInputElement>('combobox')
const shown = () => [...document.querySelectorAll('[role=option]')].map((option) => option.textContent)
const active = () => document.getElementById(box().getAttribute('aria-activedescendant') ?? '')?.textContent

describe('Combobox', () => {
  it('finds a person across alphabets', async () => {
    await render(<Sample options={[...people, { value: '4', label: 'Фёдор Хрущёв' }]} />)
    await click(box())
    await type(box(), 'fyodor')
    expect(shown()).toEqual(['Фёдор Хрущёв'])
  })

  it('is labelled by its field and closed at first', async () => {
    await render(<Sample />)
    expect(document.querySelector('label')?.htmlFor).toBe(box().id)
    expect(box().getAttribute('aria-expanded')).toBe('false')
    expect(shown()).toEqual([])
  })

  it('filters without accents, arrow keys wrap around, and Enter selects', async () => {
    const onSelect = vi.fn<(option: Option | null) => void>()
    await render(<Sample onSelect={onSelect} />)
    await type(box(), 'u')
    expect(shown()).toHaveLength(3)
    expect(active()).toBe('Işıl Öztürkoğlu')
    await press('ArrowUp')
    expect(active()).toBe('Çiğdem Büyükşahin')
    await press('ArrowDown')
    expect(active()).toBe('Işıl Öztürkoğlu')
    await type(box(), 'gross')
    expect(shown()).toEqual(['Jürgen Großmann0170 5550 118'])
    await press('Enter')
    expect(onSelect).toHaveBeenCalledExactlyOnceWith(people[1])
    expect(box().value).toBe('Jürgen Großmann')
    expect(box().getAttribute('aria-expanded')).toBe('false')
  })

  it('Escape restores the selected name and shows the whole list again', async () => {
    await render(<Sample start={people[2] ?? null} />)
    await type(box(), 'nobody')
    expect(shown()).toEqual([])
    expect(document.body.textContent).toContain('Nothing found')
    await press('Escape')
    expect(box().value).toBe('Çiğdem Büyükşahin')
    await press('ArrowDown')
    expect(shown()).toHaveLength(3)
    expect(active()).toBe('Çiğdem Büyükşahin')
  })

  it('its button clears it', async () => {
    const onSelect = vi.fn<(option: Option | null) => void>()
    await render(<Sample start={people[0] ?? null} onSelect={onSelect} />)
    await click(byRole('button', 'Clear the choice'))
    expect(onSelect).toHaveBeenCalledExactlyOnceWith(null)
    expect(box().value).toBe('')
  })

  it('searches after a pause, aborts the previous search and shows only the latest result', async () => {
    const searches: { keyword: string; signal: AbortSignal }[] = []
    const search = (keyword: string, signal: AbortSignal) => {
      searches.push({ keyword, signal })
      return keyword === 'slow'
        ? new Promise<readonly Option[]>(() => {})
        : Promise.resolve([{ value: '9', label: keyword }])
    }
    await render(<Sample options={search} />)
    await type(box(), 'slow')
    await until(() => expect(searches).toHaveLength(1))
    await type(box(), 'quick')
    await until(() => expect(shown()).toEqual(['quick']))
    expect(searches.map(({ keyword, signal }) => [keyword, signal.aborted])).toEqual([
      ['slow', true],
      ['quick', false],
    ])
  })

  it('says when a search got no reply', async () => {
    await render(<Sample options={() => Promise.reject(new Error('gone'))} />)
    await type(box(), 'a')
    await until(() => expect(document.body.textContent).toContain('The search got no answer'))
  })
})
