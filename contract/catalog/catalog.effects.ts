import type { catalogCalls, CatalogEntry, CatalogName } from './catalog.ts'
import type { Effect, EffectsOf, Made } from '../kernel/effect.ts'

type Rows = { readonly [T in CatalogName]: CatalogEntry }
type Named = { readonly id: string; readonly name: CatalogEntry['name'] }

export const catalogEffects: EffectsOf<typeof catalogCalls, Rows> = {
  'symptom.add': add('symptom'),
  'symptom.update': update('symptom'),
  'symptom.delete': remove('symptom'),
  'disease.add': add('disease'),
  'disease.update': update('disease'),
  'disease.delete': remove('disease'),
  'treatment.add': add('treatment'),
  'treatment.update': update('treatment'),
  'treatment.delete': remove('treatment'),
}

function add(table: CatalogName): Effect<Named, Rows> {
  return on(table, (row, { id, name }, { at }) => row ?? { id, version: 1, name, createdAt: at })
}

function update(table: CatalogName): Effect<Named, Rows> {
  return on(table, (row, { name }) => row && { ...row, name })
}

function remove(table: CatalogName): Effect<{ readonly id: string }, Rows> {
  return on(table, () => null)
}

function on<I extends { readonly id: string }>(
  table: CatalogName,
  next: (row: CatalogEntry | undefined, input: I, made: Made) => CatalogEntry | null | undefined,
): Effect<I, Rows> {
  // the three tables hold the same rows
  return { touches: ({ id }) => [{ table, id }], apply: { [table]: next } }
}
