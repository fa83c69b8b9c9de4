import { one, type Mutant } from './mutant.ts'

/** Faults in when things were done, and in who can continue (decisions 0086 to 0088). */
export const mutantsOfBedside: readonly Mutant[] = [
  one(
    'a mark is of the moment at which it came in',
    'server/areas/appointment/marked.ts',
    'moment < momentNotBefore(visit, mark) ? now : moment',
    'moment < momentNotBefore(visit, mark) ? now : now',
  ),
  one(
    'a clock that is off is believed',
    'server/http/moment.ts',
    'const error = Math.abs(off) > UNDER_WAY_MS ? off : 0',
    'const error = 0',
  ),
  one(
    'what may have been taken counts as never sent',
    'src/sync/send.ts',
    "    : response.why === 'between' && response.status !== undefined && TURNED_AWAY.has(response.status)",
    '    : true',
  ),
]
