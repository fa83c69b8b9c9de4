import { catalogActs } from './acts-catalog.ts'
import { letterActs } from './acts-letters.ts'
import { contentActs } from './acts-content.ts'
import { peopleActs } from './acts-people.ts'
import { visitActs } from './acts-visit.ts'
import { voiceActs } from './acts-voice.ts'
import type { Acts } from './scene.ts'

/**
 * How the simulation makes each queued call. A call that is missing here fails `simulation.test.ts` by name: add a line
 * that picks a record of the scene's device and makes an input, sometimes one that the server will refuse.
 */
export const acts: Acts = { ...visitActs, ...peopleActs, ...catalogActs, ...contentActs, ...letterActs, ...voiceActs }
