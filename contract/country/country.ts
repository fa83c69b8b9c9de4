import * as v from 'valibot'
import type { CallTable } from '../kernel/call.ts'
import { alsoAs, listed, multilingual, paging, text } from '../kernel/fields.ts'

const countryCode = v.pipe(v.string(), v.regex(/^[A-Z]{2}$/))

/** A country in the selector (SPEC §3): its id is ISO 3166 alpha-2, its names are in the four languages. */
const Country = v.pipe(v.object({ id: countryCode, name: multilingual(120) }), alsoAs('_id'))

/** A city in the selector: GeoNames' id, its names, its province if two share a name, and its place. */
const City = v.pipe(
  v.object({
    id: text(12),
    name: multilingual(120),
    country: countryCode,
    region: text(120),
    lat: v.number(),
    lng: v.number(),
  }),
  alsoAs('_id'),
)

/** The lists are built in, so the app reads its own copy, also offline. These rows are for other clients. */
export const countryCalls = {
  'country.getcountry': {
    method: 'POST',
    path: '/api/country/getcountry',
    roles: 'anyone',
    offline: 'cached',
    refusals: [],
    input: v.strictObject({ ...paging }),
    reply: v.object({ ...listed, countries: v.array(Country) }),
  },
  /** Largest city first. */
  'country.getcity': {
    method: 'POST',
    path: '/api/country/getcity',
    roles: 'anyone',
    offline: 'cached',
    refusals: ['country_required'],
    input: v.strictObject({ ...paging, country: v.optional(text(2)) }),
    reply: v.object({ ...listed, cities: v.array(City) }),
  },
} as const satisfies CallTable
