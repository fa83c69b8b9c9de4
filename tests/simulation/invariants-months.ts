import { monthsHere, wantedMonths } from '../../src/sync/months.ts'
import { each, type Check } from './invariants.ts'

/**
 * Rule 89, "Keep on this device": what a person wished of months is what their device still knows of it, and after healing all of them are
 * there. That they hold what the server has, and nothing of the others is left, I1 and I9 say, whose oracle counts them in.
 */
export const rule89_monthsKept: Check = (_, __, healed) =>
  each(healed, async ({ db, kept }) => {
    const wished = [...kept].toSorted().join(' ')
    const [wanted, here] = [await wantedMonths(db), await monthsHere(db)].map((months) => months.join(' '))
    return [
      ...(wanted === wished ? [] : [`“${wished}” was to be kept and the device knows of “${wanted}”`]),
      ...(here === wished ? [] : [`“${wished}” was to be kept and the device says it has “${here}”`]),
    ]
  })
