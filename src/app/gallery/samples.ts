import type { Option } from '../../ui/use-options.ts'

/** Five clinics' colours; the last is grey, which turns the tint off. */
export const BRANDS = [
  { name: 'Kuzguncuk', colour: '#00707a' },
  { name: 'Lindenhof', colour: '#5b4bb0' },
  { name: 'Şifa Diş', colour: '#a8442a' },
  { name: 'Grünpraxis', colour: '#1f7a3a' },
  { name: 'Grau', colour: '#6b6b6b' },
] as const

/** Invented people with the longest names that screens must fit. */
export const PEOPLE: readonly Option[] = [
  { value: '1', label: 'Karl-Friedrich Schönhuber-Wiedemann', detail: '72 · 0170 5550 118' },
  { value: '2', label: 'Abdurrahman Kızıltepelioğlu', detail: '77 · 0532 555 04 17' },
  { value: '3', label: 'Işıl Öztürkoğlu', detail: '52 · 0532 555 09 81' },
  { value: '4', label: 'Jürgen Großmann', detail: '67 · 0170 5550 118' },
  { value: '5', label: 'Mihaela Constantinescu', detail: '31 · 0176 4420 9003' },
  { value: '6', label: 'Константин Преображенский', detail: '45 · 8 495 555 01 77' },
  { value: '7', label: 'Çiğdem Büyükşahin', detail: '41 · 0532 555 22 10' },
]

export const TODAY = 20261120
export const ZONE = 'Europe/Istanbul'

/** When the gallery was opened, epoch milliseconds. */
export const NOW = Date.now()
