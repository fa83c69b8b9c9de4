import type { Language } from '../../../contract/kernel/constants.ts'
import type { Recipe } from '../../../contract/recipe/recipe.ts'
import { carePaper, daysIn, type CareFacts, type Logo } from '../../paper/care.ts'

/** A recipe on paper: each drug with dose, how often, how long and what to mind. */
export async function recipeOnPaper(facts: CareFacts & Pick<Recipe, 'lines' | 'note'>, logo: Logo | null) {
  const { title, note } = WORDS[facts.lang]
  return carePaper(facts, logo, {
    title,
    items: facts.lines.map((line) => ({
      name: line.drug,
      facts: [line.dose, line.times, line.days === null ? '' : daysIn(facts.lang, line.days)],
      note: line.note,
    })),
    passages: [{ head: note, text: facts.note }],
  })
}

const WORDS: Readonly<Record<Language, Readonly<Record<'title' | 'note', string>>>> = {
  tr: { title: 'İlaç önerisi', note: 'Not' },
  en: { title: 'Medication advice', note: 'Note' },
  de: { title: 'Medikamentenempfehlung (kein Rezept)', note: 'Hinweis' },
  ru: { title: 'Назначение', note: 'Примечание' },
}
