import type { EffectsOf } from './effects.ts'

export const branchEffects: EffectsOf<'branch'> = {
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
