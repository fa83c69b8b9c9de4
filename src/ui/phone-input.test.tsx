// @vitest-environment happy-dom
import { useState } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { PhoneInput } from './phone-input.tsx'
import { byRole, click, press, render, type, until } from './testing.tsx'

const onChange = vi.fn<(value: string) => void>()
function Sample({ start = '' }: { start?: string }) {
  const [value, setValue] = useState(start)
  const take = (next: string) => {
    onChange(next)
    setValue(next)
  }
  return <PhoneInput value={value} onChange={take} zone="Europe/Istanbul" required />
}
const box = () => document.querySelector<HTMLInputElement>('input[type=tel]')!
const code = () => byRole<HTMLInputElement>('combobox', 'Country code')
async function open(start?: string) {
  onChange.mockClear()
  await render(<Sample {...(start !== undefined && { start })} />)
  await until(() => expect(code().value).not.toBe(''))
}

describe('PhoneInput (rule 58)', () => {
  it('reads a number of the clinic’s country in any spelling and returns E.164', async () => {
    await open()
    expect(code().value).toBe('TR +90')
    await type(box(), '(0532) 555-09.81')
    expect(onChange).toHaveBeenLastCalledWith('+905325550981')
    expect(box().value).toBe('(0532) 555-09.81')
    await click(code())
    expect(box().value).toBe('0532 555 09 81')
  })

  it('a full number of another country sets the country and is formatted as there', async () => {
    await open()
    await type(box(), '+49 170 5550118')
    expect(onChange).toHaveBeenLastCalledWith('+491705550118')
    expect(code().value).toBe('DE +49')
    await click(code())
    expect(box().value).toBe('0170 5550118')
  })

  it('returns nothing like E.164 until the number is valid, reports that on blur, and keeps what was typed', async () => {
    await open()
    await type(box(), '0532 555')
    expect(onChange).toHaveBeenLastCalledWith('+90 0532 555')
    expect(box().getAttribute('aria-invalid')).toBe(null)
    await click(code())
    expect(box().getAttribute('aria-invalid')).toBe('true')
    expect(document.body.textContent).toContain('This is not a valid phone number. Example: 0501 234 56 78')
    await open('+90 0532 555')
    expect(box().value).toBe('0532 555')
    await type(box(), ' ')
    expect(onChange).toHaveBeenLastCalledWith('')
  })

  it.each(['0212 555 12 34 dahili 12', '+90 212 555 12 34 ext. 5'])('cuts off no extension: %s', async (typed) => {
    await open()
    await type(box(), typed)
    expect(onChange.mock.lastCall?.[0]).toContain(typed)
    await click(code())
    expect(box().value).toBe(typed)
    expect(box().getAttribute('aria-invalid')).toBe('true')
    expect(document.body.textContent).toContain(
      'A number is kept without an extension. Leave out what follows the number.',
    )
  })

  it('another country is found by its name or code and reparses the number', async () => {
    await open()
    await type(box(), '170 5550118')
    await type(code(), 'germ')
    await press('Enter')
    expect(onChange).toHaveBeenLastCalledWith('+491705550118')
    await type(code(), '+44')
    expect([...document.querySelectorAll('[role=option]')].map((option) => option.textContent)).toContain(
      'United Kingdom+44 GB',
    )
  })

  it('shows a stored number without emitting a change', async () => {
    await open('+491705550118')
    expect([code().value, box().value]).toEqual(['DE +49', '0170 5550118'])
    expect(document.querySelector('label')?.htmlFor).toBe(box().id)
    expect(onChange).not.toHaveBeenCalled()
  })
})
