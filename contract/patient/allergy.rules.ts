import type { Patient } from './patient.ts'

type Card = Partial<Pick<Patient, 'allergies' | 'noAllergies'>>

/**
 * What is known of a patient's allergies. An empty field never means "none": `unrecorded` says that nobody has asked yet, `none` that
 * somebody asked and the patient knows of none, `hidden` that the reader may not see it.
 */
export type AllergyState = 'unrecorded' | 'none' | 'listed' | 'hidden'

export function allergyState({ allergies, noAllergies }: Card): AllergyState {
  if (allergies) return 'listed'
  if (noAllergies) return 'none'
  return allergies === undefined && noAllergies === undefined ? 'hidden' : 'unrecorded'
}

type Answer = { readonly allergies?: string | null | undefined; readonly noAllergies?: boolean | undefined }
type Recorded = Required<Pick<Patient, 'allergies' | 'noAllergies' | 'allergiesAt' | 'allergiesBy'>>

/**
 * The card's four fields after an answer, or null where the input says nothing of allergies. A listed allergy goes only with the word of
 * whoever empties the text: "none known" alone does not take it away. Empty text without "none known" takes the answer back.
 */
export function recordAllergies(
  { allergies, noAllergies }: Answer,
  current: Card | null,
  made: { readonly at: string; readonly by: string },
): Recorded | null {
  if (allergies === undefined && noAllergies === undefined) return null
  const text = (allergies === undefined ? current?.allergies : allergies)?.trim() || null
  const none = !text && noAllergies === true
  const said = text !== null || none
  return {
    allergies: text,
    noAllergies: none,
    allergiesAt: said ? made.at : null,
    allergiesBy: said ? made.by : null,
  }
}
