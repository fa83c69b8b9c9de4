import type { Effect, EffectsOf } from '../kernel/effect.ts'
import { presentFields } from '../kernel/given.ts'
import type { Page, pageCalls } from './page.ts'

/** What each queued change of a static page looks like on the device until the server answers. */
export const pageEffects: EffectsOf<typeof pageCalls, { readonly page: Page }> = {
  'page.add': {
    touches: ({ id }) => [{ table: 'page', id }],
    apply: {
      page: (row, input, { at }) => row ?? { ...input, version: 1, published: false, createdAt: at, updatedAt: at },
    },
  },
  'page.update': change((row, { id: _, ...input }) => ({ ...row, ...presentFields(input) })),
  'page.publish': change((row) => ({ ...row, published: true })),
  'page.unpublish': change((row) => ({ ...row, published: false })),
  'page.delete': { touches: ({ id }) => [{ table: 'page', id }], apply: { page: () => null } },
}

function change<I extends { readonly id: string }>(
  next: (row: Page, input: I) => Page,
): Effect<I, { readonly page: Page }> {
  return {
    touches: ({ id }) => [{ table: 'page', id }],
    apply: { page: (row, input, { at }) => row && { ...next(row, input), updatedAt: at } },
  }
}
