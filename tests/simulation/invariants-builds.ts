import { isReadable } from '../../src/sync/known.ts'
import { each, type Check } from './invariants.ts'

/**
 * A change that only another build knew leaves once this build knows it (SYNC "Payload versions"); I2 and I10 cover
 * that it is kept, and that nothing else waits for it.
 */
export const I10_knownAgain: Check = (_, __, healed) =>
  each(healed, async ({ outbox }) =>
    outbox
      .filter((entry) => entry.problem?.kind === 'unknown' && isReadable(entry))
      .map(({ call, id }) => `${call} ${id} is parked as of another build, and this one knows it`),
  )
