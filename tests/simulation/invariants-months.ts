import { monthsHere, wantedMonths } from '../../src/sync/months.ts'
import { each, type Check } from './invariants.ts'

/**
 * Rule 89, "Keep on this device": the device still knows which months its person keeps, and after healing it has all of
 * them. I1 and I9 cover their contents, and that nothing of other months is left; their oracle includes the kept
 * months.
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
