// @vitest-environment happy-dom
import { useState } from 'react'
import { describe, expect, it, vi } from 'vitest'
import type { Identity } from './identity.ts'
import { IdentityField } from './identity-field.tsx'
import { click, render, type } from './testing.tsx'

const onChange = vi.fn<(value: Identity) => void>()
function Sample() {
  const [value, setValue] = useState<Identity>({ identity: '', nonCitizen: false })
  const take = (next: Identity) => {
    onChange(next)
    setValue(next)
  }
  return <IdentityField value={value} onChange={take} required />
}
const box = () => document.querySelector<HTMLInputElement>('input:not([type=checkbox])')!
const citizen = () => document.querySelector<HTMLInputElement>('input[type=checkbox]')!

describe('IdentityField (SPEC §5, rule 61)', () => {
  it('stores the digits without spaces on blur', async () => {
    await render(<Sample />)
    await type(box(), '100 000 001 46')
    await click(citizen())
    expect(onChange).toHaveBeenNthCalledWith(2, { identity: '10000000146', nonCitizen: false })
  })

  it('reports errors on blur, and accepts any document number of a foreigner', async () => {
    await render(<Sample />)
    await type(box(), '10000000147')
    expect(box().getAttribute('aria-invalid')).toBe(null)
    await click(citizen())
    expect(box().getAttribute('aria-invalid')).toBe(null)
    expect(document.querySelector('label')?.textContent).toContain('Passport')
    await click(citizen())
    expect(box().getAttribute('aria-invalid')).toBe('true')
    expect(document.body.textContent).toContain('It has 11 digits')
  })
})
