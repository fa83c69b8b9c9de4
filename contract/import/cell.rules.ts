import type { BLOOD_TYPES, GENDERS } from '../patient/patient.ts'

/**
 * A day as files have it, as YYYY-MM-DD: `1980-12-31`, `31.12.1980`, `31/12/1980`, with a time behind it or not. The day
 * comes first, as in all our languages. Null if it is none; whether the day exists is not judged here.
 */
export function readDay(typed: string): string | null {
  const text = typed.trim().replace(/[T ]\d\d:\d\d(:\d\d(\.\d+)?)?Z?$/, '')
  const [, year, month, day] = /^(\d{4})[-./](\d{1,2})[-./](\d{1,2})$/.exec(text) ?? turned(text)
  return year && month && day ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` : null
}

function turned(text: string): readonly string[] {
  const [whole, day, month, year] = /^(\d{1,2})[-./](\d{1,2})[-./](\d{4})$/.exec(text) ?? []
  return whole && year && month && day ? [whole, year, month, day] : []
}

/** A gender in the words and letters of the four languages; undefined if it is none of them. */
export function readGender(typed: string): (typeof GENDERS)[number] | undefined {
  const word = typed.trim().toLowerCase()
  return GENDER_WORDS.find(([, words]) => words.includes(word))?.[0]
}

const GENDER_WORDS: readonly (readonly [(typeof GENDERS)[number], readonly string[]])[] = [
  [
    'female',
    ['female', 'f', 'woman', 'kadın', 'kadin', 'k', 'bayan', 'weiblich', 'w', 'frau', 'женский', 'жен', 'жен.', 'ж'],
  ],
  ['male', ['male', 'm', 'man', 'erkek', 'e', 'bay', 'männlich', 'mann', 'herr', 'мужской', 'муж', 'муж.', 'м']],
  ['other', ['other', 'o', 'x', 'diğer', 'diger', 'divers', 'd', 'другой', 'другое']],
]

/** A blood type as laboratories write it: `A Rh(+)`, `0 rh negatif`, `AB−`. Undefined if it is none. */
export function readBloodType(typed: string): (typeof BLOOD_TYPES)[number] | undefined {
  const text = typed
    .toUpperCase()
    .replaceAll(/POSITIVE|POZİTİF|POZITIF|POSITIV|POS/g, '+')
    .replaceAll(/NEGATIVE|NEGATİF|NEGATIF|NEGATIV|NEG|[−–]/g, '-')
    .replaceAll(/RH|[\s().]/g, '')
    .replace(/^O/, '0')
  return BLOOD.find((type) => type === text)
}

const BLOOD = ['A+', 'A-', 'B+', 'B-', 'AB+', 'AB-', '0+', '0-'] as const
