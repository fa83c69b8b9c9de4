import { expect, inject, test } from 'vitest'
import { hunt, mutated } from './mutate.ts'
import { mutants } from './mutants.ts'

test('there are at least twenty faults, each with a unique name, and each still matches the code', async () => {
  expect(mutants.length).toBeGreaterThanOrEqual(20)
  expect(new Set(mutants.map(({ name }) => name)).size).toBe(mutants.length)
  for (const mutant of mutants) await mutated(mutant)
})

/**
 * A test of the test: seven of the faults here, all of them in `npm run soak`. Programs find some, a separate test
 * finds others (`by`).
 */
test.each(mutants.filter(({ quick }) => quick).map((mutant) => [mutant.name, mutant] as const))(
  'it is detected that %s',
  async (_, mutant) => {
    const { caught, output } = await hunt(mutant, inject('postgresUrl'), { seeds: 15, seconds: 150 })
    expect([caught, caught ? '' : output]).toEqual([true, ''])
  },
  200_000,
)
