import { stripVTControlCharacters } from 'node:util'
import { defences } from '../../tests/attacks/mutants.ts'
import { hunt } from '../../tests/simulation/mutate.ts'
import { say } from '../run/child.ts'

/**
 * Removes each defence in a copy of the tree and checks that its attack test fails (issue 27). Prints which test
 * noticed each.
 */
export async function takeOutDefences(): Promise<boolean> {
  const missed: string[] = []
  for (const defence of defences) {
    const { caught, output } = await hunt(defence, '', { seeds: 1, seconds: 1 })
    const by = /FAIL .*?\.test\.ts > (.+)/.exec(stripVTControlCharacters(output))?.[1]
    say(`${caught ? 'noticed' : 'NOT NOTICED'}: ${defence.name} — ${defence.by}${by ? `: ${by}` : ''}`)
    if (!caught) missed.push(defence.name)
  }
  say(`soak: ${defences.length - missed.length} of ${defences.length} defences are missed when they are gone`)
  return missed.length === 0
}
