// @vitest-environment happy-dom
import { act, useState } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { dayInWords } from '../i18n/format.ts'
import { DatePicker } from './date-picker.tsx'
import { Field } from './field.tsx'
import { byRole, click, press, render, type } from './testing.tsx'

const today = 20261120

function Sample({ onChange, start = null }: { onChange?: (date: number | null) => void; start?: number | null }) {
  const [value, setValue] = useState<number | null>(start)
  return (
    <Field label="Day">
      <DatePicker
        value={value}
        today={today}
        min={today}
        max={20270218}
        onChange={(date) => {
          setValue(date)
          onChange?.(date)
        }}
      />
    </Field>
  )
}

const box = () => byRole<HTMLInputElement>('textbox')
const leave = () => act(() => box().blur())
const day = (date: number) => dayInWords(date, 'en')
const focused = () => document.activeElement?.getAttribute('aria-label')

describe('DatePicker', () => {
  it('parses typed text and shows it as DD.MM.YYYY on blur', async () => {
    const onChange = vi.fn<(date: number | null) => void>()
    await render(<Sample onChange={onChange} />)
    await type(box(), '1.12.26')
    expect(onChange).toHaveBeenLastCalledWith(20261201)
    await leave()
    expect(box().value).toBe('01.12.2026')
    expect(box().getAttribute('aria-invalid')).toBeNull()
  })

  it.each([
    ['31.02.2027', 'There is no such day'],
    ['19.11.2026', 'outside the dates'],
    ['soon', 'There is no such day'],
  ])('keeps %s, reports the error and gives no date', async (text, words) => {
    const onChange = vi.fn<(date: number | null) => void>()
    await render(<Sample start={20261201} onChange={onChange} />)
    await type(box(), text)
    await leave()
    expect(onChange).toHaveBeenLastCalledWith(null)
    expect(box().value).toBe(text)
    expect(box().getAttribute('aria-invalid')).toBe('true')
    expect(document.getElementById(box().getAttribute('aria-describedby') ?? '')?.textContent).toContain(words)
  })

  it('clearing the field clears it', async () => {
    const onChange = vi.fn<(date: number | null) => void>()
    await render(<Sample start={20261201} onChange={onChange} />)
    await type(box(), '')
    await leave()
    expect(onChange).toHaveBeenLastCalledWith(null)
    expect(box().getAttribute('aria-invalid')).toBeNull()
  })

  it('keys move within the month and select a day', async () => {
    const onChange = vi.fn<(date: number | null) => void>()
    await render(<Sample start={20261130} onChange={onChange} />)
    await click(byRole('button', 'Choose from the calendar'))
    expect(focused()).toBe(day(20261130))
    await press('ArrowRight')
    expect(focused()).toBe(day(20261201))
    await press('PageDown')
    expect(focused()).toBe(day(20270101))
    await press('Home')
    expect(focused()).toBe(day(20261228))
    await press('ArrowUp')
    await press('End')
    expect(focused()).toBe(day(20261227))
    await click(byRole('button', day(20261227)))
    expect(onChange).toHaveBeenCalledExactlyOnceWith(20261227)
    expect(document.querySelector('[role=grid]')).toBeNull()
  })

  it('days out of bounds can be reached but not selected', async () => {
    const onChange = vi.fn<(date: number | null) => void>()
    await render(<Sample start={today} onChange={onChange} />)
    await click(byRole('button', 'Choose from the calendar'))
    const yesterday = byRole('button', day(20261119))
    expect(yesterday.getAttribute('aria-disabled')).toBe('true')
    await click(yesterday)
    expect(onChange).not.toHaveBeenCalled()
  })

  it('offers month and year if days of many years are allowed', async () => {
    const onChange = vi.fn<(date: number | null) => void>()
    await render(
      <Field label="Birth">
        <DatePicker value={null} today={today} min={19000101} max={today} onChange={onChange} />
      </Field>,
    )
    await click(byRole('button', 'Choose from the calendar'))
    const year = list('Year')
    expect([year.options[0]?.value, year.options[year.options.length - 1]?.value]).toEqual(['2026', '1906'])
    await choose(year, '1956')
    await choose(list('Month'), '2')
    await click(byRole('button', day(19560229)))
    expect(onChange).toHaveBeenLastCalledWith(19560229)
  })
})

const choose = (from: HTMLSelectElement, value: string) =>
  act(() => {
    from.value = value
    from.dispatchEvent(new Event('change', { bubbles: true }))
  })
const list = (name: string) => document.querySelector<HTMLSelectElement>(`select[aria-label="${name}"]`)!
