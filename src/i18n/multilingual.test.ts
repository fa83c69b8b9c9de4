import { describe, expect, it } from 'vitest'
import { pickText, writeText } from './multilingual.ts'

const tr = { lang: 'tr', value: 'Göğüs Hastalıkları' } as const
const de = { lang: 'de', value: 'Lungenheilkunde' } as const
const ru = { lang: 'ru', value: 'Пульмонология' } as const

describe('pickText (rule 80)', () => {
  it('takes the reader’s language', () => expect(pickText([tr, de], 'de')).toEqual(de))
  it('otherwise Turkish, and says so', () => expect(pickText([ru, tr], 'de')).toEqual(tr))
  it('otherwise the first filled one', () => expect(pickText([{ lang: 'en', value: ' ' }, ru, de], 'en')).toEqual(ru))
  it('is empty when no language is filled', () => {
    expect(pickText([], 'tr')).toBeNull()
    expect(pickText([{ lang: 'tr', value: '' }], 'tr')).toBeNull()
  })
})

describe('writeText (SPEC §5)', () => {
  it('replaces one language and keeps the rest', () => {
    expect(writeText([tr, de], 'de', 'Pneumologie')).toEqual([tr, { lang: 'de', value: 'Pneumologie' }])
  })
  it('inserts a language in order', () => expect(writeText([ru, tr], 'de', de.value)).toEqual([tr, de, ru]))
  it('drops an emptied language', () => expect(writeText([tr, de], 'de', '  ')).toEqual([tr]))
})
