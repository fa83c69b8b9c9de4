import { one, type Mutant } from '../simulation/mutant.ts'

const BY = { by: 'tests/attacks/guest-booking.test.ts' }

/** Defences of booking without an account (decision 0155). */
export const guestDefences: readonly Mutant[] = [
  one(
    'a stranger guesses codes without end',
    'server/areas/guest/code.ts',
    "take(['account', `guest code ${contact}`], ['address', ip])",
    "take(['address', ip])",
    BY,
  ),
  one(
    'a stranger is the patient of the contact, whatever the birth date',
    'server/areas/guest/patient-of.ts',
    'and (t.birth_date = $3 or t.birth_date is null and p.name_folded = fold($4))',
    'and ($3::date is null or fold($4) is null or true)',
    BY,
  ),
  one(
    'strangers keep a whole day',
    'server/areas/guest/begin.ts',
    'return here < MOST_HELD_BY_NETWORK && there < MOST_HELD_OF_DOCTOR',
    'return here + there >= 0',
    BY,
  ),
]
