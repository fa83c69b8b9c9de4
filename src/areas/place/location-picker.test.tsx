// @vitest-environment happy-dom
import { useState } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Place } from '../../../contract/place/place.rules.ts'
import { byRole, click, press, render, type, until } from '../../ui/testing.tsx'
import { CityField } from './city-field.tsx'
import { CountryField } from './country-field.tsx'
import { LocationPicker } from './location-picker.tsx'

const onChange = vi.fn<(value: unknown) => void>()
afterEach(() => onChange.mockClear())
const options = () => [...document.querySelectorAll('[role=option]')].map((option) => option.textContent)
const box = (label: string) =>
  [...document.querySelectorAll('label')].find(({ textContent }) => textContent?.startsWith(label))?.htmlFor ?? ''
const input = (label: string) => document.getElementById(box(label)) as HTMLInputElement // a label of an input

function Picker({ start = null, byName = false }: { start?: Place | null; byName?: boolean }) {
  const [value, setValue] = useState<Place | null>(start)
  const take = (place: Place | null) => {
    onChange(place)
    setValue(place)
  }
  return (
    <LocationPicker
      country="TR"
      value={value}
      onChange={take}
      onCity={filled}
      byName={byName}
      required
      error="Please choose a place."
    />
  )
}
const filled = vi.fn<(name: string) => void>()

describe('LocationPicker without a map (SPEC §5: a place must be chosen)', () => {
  it('finds a city by its name without accents and returns its position', async () => {
    await render(<Picker />)
    expect(document.body.textContent).toContain('The map cannot be shown on this device')
    const search = byRole<HTMLInputElement>('combobox', 'Search for a place')
    expect(search.getAttribute('aria-invalid')).toBe('true')
    await type(search, 'gumushane')
    await until(() => expect(options()[0]).toBe('Gümüşhane'))
    await press('Enter')
    expect(onChange).toHaveBeenLastCalledWith({ lat: 40.46, lng: 39.472 })
    expect(filled).toHaveBeenLastCalledWith('Gümüşhane')
    expect(document.querySelector('[role=status].vh')?.textContent).toBe('The pin is at 40.46000, 39.47200.')
    expect(input('Latitude').value).toBe('40.46000')
  })

  it('takes both numbers pasted into one field, and returns nothing while half a position is typed', async () => {
    await render(<Picker />)
    await type(input('Latitude'), '41')
    expect(onChange).not.toHaveBeenCalled()
    await type(input('Latitude'), '41.0082, 28.9784')
    expect(onChange).toHaveBeenLastCalledWith({ lat: 41.0082, lng: 28.9784 })
    expect(input('Longitude').value).toBe('28.9784')
    await type(input('Latitude'), '141')
    expect(input('Latitude').getAttribute('aria-invalid')).toBe('true')
    await type(input('Latitude'), '40,5')
    expect(onChange).toHaveBeenLastCalledWith({ lat: 40.5, lng: 28.9784 })
    await type(input('Latitude'), '')
    await type(input('Longitude'), '')
    expect(onChange).toHaveBeenLastCalledWith(null)
  })
})

describe('LocationPicker at registration', () => {
  it('works by search alone: no latitude is asked for or shown', async () => {
    await render(<Picker byName />)
    expect(document.body.textContent).not.toMatch(/Latitude|coordinates/)
    await type(byRole<HTMLInputElement>('combobox', 'Search for a place'), 'gumushane')
    await until(() => expect(options()[0]).toBe('Gümüşhane'))
    await press('Enter')
    expect(onChange).toHaveBeenLastCalledWith({ lat: 40.46, lng: 39.472 })
    expect(document.querySelector('[role=status].vh')?.textContent).toBe('The place is chosen.')
  })
})

describe('CityField and CountryField', () => {
  it('distinguishes two cities of one name, and accepts an unlisted village as typed', async () => {
    await render(<CityField country="TR" value="" onChange={(name, city) => onChange([name, city?.region])} required />)
    await type(byRole<HTMLInputElement>('combobox'), 'edremit')
    await until(() => expect(options()).toEqual(['EdremitBalıkesir', 'EdremitVan']))
    await type(byRole<HTMLInputElement>('combobox'), 'Yukarı Köy')
    await until(() => expect(options().at(-1)).toBe('Yukarı Köyas typed'))
    await press('ArrowUp')
    await press('Enter')
    expect(onChange).toHaveBeenLastCalledWith(['Yukarı Köy', undefined])
  })

  it('finds a country by its name or code', async () => {
    await render(<CountryField value="TR" onChange={onChange} required />)
    expect(byRole<HTMLInputElement>('combobox').value).toMatch(/^T.rk/)
    await type(byRole<HTMLInputElement>('combobox'), 'german')
    await until(() => expect(options()).toEqual(['Germany']))
    await click(document.querySelector<HTMLElement>('[role=option]')!)
    expect(onChange).toHaveBeenLastCalledWith('DE')
  })
})
