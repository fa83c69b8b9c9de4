import type { Language } from '../../../contract/kernel/constants.ts'
import type { Report } from '../../../contract/report/report.ts'
import { carePaper, type CareFacts, type Logo } from '../../paper/care.ts'

/** A report on paper: the tests asked for, or each with its value, and the doctor's words. */
export async function reportOnPaper(
  facts: CareFacts & Pick<Report, 'kind' | 'title' | 'lines' | 'description' | 'comment'>,
  logo: Logo | null,
) {
  const words = WORDS[facts.lang]
  return carePaper(facts, logo, {
    title: words[facts.kind],
    subtitle: facts.title,
    items: facts.lines.map(({ test, value, note }) => ({ name: test, facts: [value], note })),
    passages: [
      { head: words.description, text: facts.description },
      { head: words.comment, text: facts.comment },
    ],
  })
}

type Word = Report['kind'] | 'description' | 'comment'

const WORDS: Readonly<Record<Language, Readonly<Record<Word, string>>>> = {
  tr: {
    request: 'Tetkik istemi',
    result: 'Tetkik sonucu',
    description: 'Açıklama',
    comment: 'Doktorun değerlendirmesi',
  },
  en: { request: 'Test request', result: 'Test results', description: 'Description', comment: 'Doctor’s comment' },
  de: {
    request: 'Untersuchungsauftrag',
    result: 'Ergebnis',
    description: 'Beschreibung',
    comment: 'Ärztliche Beurteilung',
  },
  ru: {
    request: 'Направление на анализы',
    result: 'Результаты анализов',
    description: 'Описание',
    comment: 'Комментарий врача',
  },
}
