import type { Profile, profileCalls } from './profile.ts'
import type { Doctor } from '../doctor/doctor.ts'
import type { Patient } from '../patient/patient.ts'
import type { EffectsOf } from '../kernel/effect.ts'

/**
 * A person, a patient's card and a doctor's card are one record under one id; the cards show name and phone. An edit of
 * the account touches all three, so that it and an edit of the card are sent in the order they were made (SYNC I7).
 */
export const profileEffects: EffectsOf<
  typeof profileCalls,
  { readonly person: Profile; readonly patient: Patient; readonly doctor: Doctor }
> = {
  'profile.update': {
    touches: ({ id }) => [
      { table: 'person', id },
      { table: 'patient', id },
      { table: 'doctor', id },
    ],
    apply: {
      person: (row, { id: _, ...changes }) =>
        row && { ...row, ...Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)) },
      patient: (row, input) => row && { ...row, ...contactOf(input) },
      doctor: (row, input) => row && { ...row, ...contactOf(input) },
    },
  },
}

const contactOf = ({ name, phone }: { readonly name?: string | undefined; readonly phone?: string | undefined }) => ({
  ...(name !== undefined && { name }),
  ...(phone !== undefined && { phone }),
})
