export type Country = 'TR' | 'DE' | 'GB' | 'RU'

/**
 * The `n`th invented number of a country in E.164, all different; below zero counted from the last. Britain's come
 * from Ofcom's ranges for drama; the others have none that is large enough, so theirs are made up. Nothing is ever sent there.
 */
export function phoneOf(country: Country, n: number): string {
  const { head, tail } = RANGES[country]
  const size = 10 ** tail
  const place = n < 0 ? head.length * size + n : n
  const range = head[Math.floor(place / size)]
  if (range === undefined) throw new Error(`no invented numbers left in ${country}`)
  return `${range}${String(place % size).padStart(tail, '0')}`
}

const RANGES: Readonly<Record<Country, { readonly head: readonly string[]; readonly tail: number }>> = {
  TR: {
    head: tens(30, 39)
      .concat(tens(41, 49))
      .map((operator) => `+905${operator}555`),
    tail: 4,
  },
  DE: {
    head: [
      '+491705550',
      ...['171', '172', '173', '174', '175', '160', '162'].flatMap((mobile) =>
        tens(50, 59).map((two) => `+49${mobile}5${two}0`),
      ),
    ],
    tail: 3,
  },
  // https://www.ofcom.org.uk "Numbers for drama use": mobile, no area, London, then the cities
  GB: {
    head: [
      '+447700900',
      '+441632960',
      '+442079460',
      '+441134960',
      '+441144960',
      '+441154960',
      '+441164960',
      '+441174960',
      '+441184960',
      '+441214960',
      '+441314960',
      '+441414960',
      '+441514960',
      '+441614960',
      '+441914980',
      '+442896496',
      '+442920180',
      '+448081570',
      '+443069990',
    ],
    tail: 3,
  },
  RU: {
    head: tens(10, 19)
      .concat(tens(50, 53))
      .map((operator) => `+79${operator}555`),
    tail: 4,
  },
}

function tens(from: number, to: number): string[] {
  return Array.from({ length: to - from + 1 }, (_, i) => String(from + i))
}
