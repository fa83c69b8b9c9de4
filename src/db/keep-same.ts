/**
 * Returns the new value, reusing each part of the old one that is equal to it. Lists then draw only the rows that
 * changed, and a read without news causes no redraw. Records are matched by their `id`, wherever they are in a list;
 * everything else by its position. Neither value is modified.
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
  // the order counts too
  const isSame =
    kept.size === before.size &&
    [...kept].every(([key, value], i) => Object.is(key, keys[i]) && Object.is(value, before.get(key)))
  return isSame ? before : kept
}

function sameObject(before: Plain, now: Plain): Plain {
  // for most changed records this is enough
  if (before['version'] !== now['version']) return now
  const names = Object.keys(now)
  const kept = names.map((name) => [name, same(before[name], now[name])] as const)
  const isSame =
    names.length === Object.keys(before).length &&
    kept.every(([name, value]) => Object.hasOwn(before, name) && Object.is(value, before[name]))
  return isSame ? before : Object.fromEntries(kept)
}

type Plain = Readonly<Record<string, unknown>>

/** An object literal or from JSON; anything else with content of its own (a date, a set, bytes) is taken as it is. */
const isPlain = (value: unknown): value is Plain =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype

const idOf = (value: unknown): unknown => (isPlain(value) ? value['id'] : undefined)
