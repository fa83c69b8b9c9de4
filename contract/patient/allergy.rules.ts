import type { Patient } from './patient.ts'

type Card = Partial<Pick<Patient, 'allergies' | 'noAllergies'>>

/**
 * What is known of a patient's allergies. An empty field never means "none": `unrecorded` means that no one has asked
 * yet, `none` that someone asked and the patient knows of none, `hidden` that the reader may not see it.
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
 * The card's four fields after an answer, or null if the input does not mention allergies. A listed allergy is removed
 * only by an explicit empty text; "none known" alone does not remove it. Empty text without "none known" withdraws the
 * answer.
 */
export function recordAllergies(
  { allergies, noAllergies }: Answer,
  current: Card | null,
  made: { readonly at: string; readonly by: string },
): Recorded | null {
  if (allergies === undefined && noAllergies === undefined) return null
  const text = (allergies === undefined ? current?.allergies : allergies)?.trim() || null
  const none = !text && noAllergies === true
  const isRecorded = text !== null || none
  return {
    allergies: text,
    noAllergies: none,
    allergiesAt: isRecorded ? made.at : null,
    allergiesBy: isRecorded ? made.by : null,
  }
}
