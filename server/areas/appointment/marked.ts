import { momentNotBefore } from '../../../contract/appointment/appointment.rules.ts'
import type { Ctx } from '../../http/handler.ts'
import { heardAt } from '../../http/moment.ts'
import type { Visit } from './store.ts'

/**
 * When a mark was made, and when the server heard of it where that was later (decision 0086). A moment at which there was no such visit, or at
 * which the mark was not allowed, is not believed: the mark came in now, and so much is known.
 */
export function marked(
  { now, moment }: Pick<Ctx<'appointment.arrive'>, 'now' | 'moment'>,
  visit: Visit,
  mark: 'arrived' | 'no-show' | 'completed' | 'confirmed',
): { readonly at: Date; readonly heardAt: Date | null } {
  const at = moment < momentNotBefore(visit, mark) ? now : moment
  return { at: new Date(at), heardAt: heardAt(at, now) }
}
