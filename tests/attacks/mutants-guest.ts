import { one, type Mutant } from '../simulation/mutant.ts'

const BY_ASKING = { by: 'tests/attacks/guest-question.test.ts' }
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
  one(
    'a network votes as many browsers',
    'server/app/site/ask/votes.ts',
    "await deps.limits.take(['voted', voter.network])",
    "await deps.limits.take(['voted', voter.voter])",
    BY_ASKING,
  ),
  one(
    'a reader’s address can be found again by whoever has the key',
    'server/jobs/clean-up.ts',
    "await pool.query('delete from visitor_secret where day < $1', [yesterday])",
    "await pool.query('delete from visitor_secret where day > $1', [yesterday])",
    BY_ASKING,
  ),
  one(
    'a machine has a code sent to anyone',
    'server/app/site/ask/ask.ts',
    "const isMachine = typeof form['website'] === 'string' && form['website'] !== ''",
    'const isMachine = false',
    BY_ASKING,
  ),
]
