import type { Availability, availabilityCalls } from './availability.ts'
import type { busyCalls, BusyTime } from './busy.ts'
import type { Effect, EffectsOf } from '../kernel/effect.ts'

/** What each queued change of hours looks like on the device until the server answers. */
export const availabilityEffects: EffectsOf<typeof availabilityCalls, { readonly availability: Availability }> = {
  'availability.add': {
    touches: ({ id }) => [{ table: 'availability', id }],
    apply: {
      availability: (row, input, { facts: { currency, zone } }) =>
        row ?? {
          ...input,
          off: input.off?.length ? input.off : null,
          version: 1,
          status: 'active',
          currency: currency ?? 'try',
          zone: zone ?? 'Europe/Istanbul',
        },
    },
  },
  'availability.price': change((row, { price }) => ({ ...row, price })),
  'availability.activate': change((row) => ({ ...row, status: 'active' })),
  'availability.passivate': change((row) => ({ ...row, status: 'passive' })),
}

export const busyEffects: EffectsOf<typeof busyCalls, { readonly busy: BusyTime }> = {
  'busy.add': {
    touches: ({ id }) => [{ table: 'busy', id }],
    apply: { busy: (row, input) => row ?? { ...input, linkId: null, mine: true, version: 1 } },
  },
  'busy.remove': {
    touches: ({ id }) => [{ table: 'busy', id }],
    apply: { busy: () => null },
  },
}

function change<I extends { id: string }>(
  next: (row: Availability, input: I) => Availability,
): Effect<I, { readonly availability: Availability }> {
  return {
    touches: ({ id }) => [{ table: 'availability', id }],
    apply: { availability: (row, input) => row && next(row, input) },
  }
}
