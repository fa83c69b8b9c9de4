import { momentNotBefore } from '../../../contract/appointment/appointment.rules.ts'
import type { Ctx } from '../../http/handler.ts'
import { heardAt } from '../../http/moment.ts'
import type { Visit } from './store.ts'

/**
 * When a mark was made, and when the server heard of it if that was later (decision 0086). A moment at which the visit
 * did not exist, or the mark was not allowed, is not trusted: then the time of arrival counts.
 */
export function marked(
  { now, moment }: Pick<Ctx<'appointment.arrive'>, 'now' | 'moment'>,
  visit: Visit,
  mark: 'arrived' | 'no-show' | 'completed' | 'confirmed',
): { readonly at: Date; readonly heardAt: Date | null } {
  const at = moment < momentNotBefore(visit, mark) ? now : moment
  return { at: new Date(at), heardAt: heardAt(at, now) }
}
