import { isReadable } from '../../src/sync/known.ts'
import { each, type Check } from './invariants.ts'

/** What only another build knew goes once this one knows it (SYNC "Payload versions"); I2 and I10 say that nothing else waits for it, and that it is kept. */
export const I10_knownAgain: Check = (_, __, healed) =>
  each(healed, async ({ outbox }) =>
    outbox
      .filter((entry) => entry.problem?.kind === 'unknown' && isReadable(entry))
      .map(({ call, id }) => `${call} ${id} is parked as of another build, and this one knows it`),
  )
