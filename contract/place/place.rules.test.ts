import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isKnownCountry } from '../country/country.rules.ts'
import { citiesOf, cityName, isCityFound, isPlace, type Places, readPlace } from './place.rules.ts'

const places = JSON.parse(readFileSync(new URL('places.json', import.meta.url), 'utf8')) as Places

describe('the built-in cities', () => {
  it('each has a name and a unique id and lies on the globe; each country is known', () => {
    const countries = Object.keys(places)
    expect(countries.length).toBeGreaterThan(240)
    expect(countries.filter((country) => !isKnownCountry(country))).toEqual([])
    const all = countries.flatMap((country) => citiesOf(places, country))
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length)
    expect(all.filter((city) => !city.name || !isPlace(city) || Number.isNaN(city.lat + city.lng))).toEqual([])
  })

  it('Turkish cities are spelt in Turkish, and every other province is listed beside its districts', () => {
    const turkish = citiesOf(places, 'TR')
    expect(turkish[0]).toMatchObject({ name: 'İstanbul', names: { ru: 'Стамбул' } })
    expect(new Set(turkish.map(({ region }) => region).filter(Boolean)).size).toBeGreaterThan(75)
    expect(turkish.filter((city) => isCityFound(city, 'edremit van')).map(({ region }) => region)).toEqual(['Van'])
  })

  it('they are shown in the reader’s language', () => {
    const münchen = citiesOf(places, 'DE').find(({ name }) => name === 'München')
    expect((['tr', 'en', 'de', 'ru'] as const).map((language) => cityName(münchen!, language))).toEqual([
      'Münih',
      'Munich',
      'München',
      'Мюнхен',
    ])
    expect(citiesOf(places, 'constructor')).toEqual([])
  })
})

describe('a place as people copy it', () => {
  it.each([
    ['41.0082, 28.9784', { lat: 41.0082, lng: 28.9784 }],
    ['41.0082° 28.9784°', { lat: 41.0082, lng: 28.9784 }],
    ['-33.9;18.4', { lat: -33.9, lng: 18.4 }],
    ['https://maps.example/place/X/@52.52,13.405,15z', { lat: 52.52, lng: 13.405 }],
    ['95, 20', null],
    ['Kadıköy', null],
  ])('%s', (typed, place) => expect(readPlace(typed)).toEqual(place))

  it('coordinates written with six decimals are read back', () => {
    const degrees = (most: number) => fc.integer({ min: -most * 1e6, max: most * 1e6 }).map((n) => n / 1e6)
    fc.assert(
      fc.property(degrees(90), degrees(180), (lat, lng) => {
        expect(readPlace(`${lat.toFixed(6)}, ${lng.toFixed(6)}`)).toEqual({ lat: lat + 0, lng: lng + 0 })
      }),
    )
  })
})
