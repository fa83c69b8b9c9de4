import type { Branch, branchCalls } from './branch.ts'
import type { EffectsOf } from '../kernel/effect.ts'

export const branchEffects: EffectsOf<typeof branchCalls, { readonly branch: Branch }> = {
  'branch.add': {
    touches: ({ id }) => [{ table: 'branch', id }],
    apply: { branch: (row, { id, name, onlineCalls }) => row ?? { id, version: 1, name, onlineCalls } },
  },
  'branch.update': {
    touches: ({ id }) => [{ table: 'branch', id }],
    apply: {
      branch: (row, { name, onlineCalls }) =>
        row && { ...row, name: name ?? row.name, onlineCalls: onlineCalls ?? row.onlineCalls },
    },
  },
  'branch.delete': { touches: ({ id }) => [{ table: 'branch', id }], apply: { branch: () => null } },
}
