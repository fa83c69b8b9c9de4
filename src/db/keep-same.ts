/**
 * What was read anew, with each part that says the same as before being the same object as before: whoever draws a list draws the rows that
 * changed, and nobody hears of a reading that found nothing new. Records are found by their `id`, wherever in a list they stand now; all else by
 * its place. Neither value is changed.
 */
export function keepSame<T>(before: T, now: T): T {
  return same(before, now) as T
}

function same(before: unknown, now: unknown): unknown {
  if (Object.is(before, now)) return before
  if (Array.isArray(before) && Array.isArray(now)) return sameList(before, now)
  if (before instanceof Map && now instanceof Map) return sameMap(before, now)
  if (isPlain(before) && isPlain(now)) return sameObject(before, now)
  return now
}

function sameList(before: readonly unknown[], now: readonly unknown[]): readonly unknown[] {
  let byId: ReadonlyMap<unknown, unknown> | null = null
  const standsAt = (i: number, id: unknown) => {
    if (id === undefined || idOf(before[i]) === id) return before[i]
    byId ??= new Map(before.map((each) => [idOf(each), each]))
    return byId.get(id)
  }
  const kept = now.map((each, i) => same(standsAt(i, idOf(each)), each))
  return kept.length === before.length && kept.every((each, i) => Object.is(each, before[i])) ? before : kept
}

function sameMap(before: ReadonlyMap<unknown, unknown>, now: ReadonlyMap<unknown, unknown>) {
  const kept = new Map([...now].map(([key, value]) => [key, same(before.get(key), value)]))
  const keys = [...before.keys()]
  // the order is said too
  const isSame =
    kept.size === before.size &&
    [...kept].every(([key, value], i) => Object.is(key, keys[i]) && Object.is(value, before.get(key)))
  return isSame ? before : kept
}

function sameObject(before: Plain, now: Plain): Plain {
  // most that changed says so at once
  if (before['version'] !== now['version']) return now
  const names = Object.keys(now)
  const kept = names.map((name) => [name, same(before[name], now[name])] as const)
  const isSame =
    names.length === Object.keys(before).length &&
    kept.every(([name, value]) => Object.hasOwn(before, name) && Object.is(value, before[name]))
  return isSame ? before : Object.fromEntries(kept)
}

type Plain = Readonly<Record<string, unknown>>

/** Made of braces or by JSON; anything else with an inside of its own (a date, a set, bytes) is taken as it comes. */
const isPlain = (value: unknown): value is Plain =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype

const idOf = (value: unknown): unknown => (isPlain(value) ? value['id'] : undefined)
