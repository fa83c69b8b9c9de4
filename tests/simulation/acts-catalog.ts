import { newId } from '../../contract/kernel/id.ts'
import type { TableName } from '../../contract/kernel/table-names.ts'
import { onAny, word, type Acts, type Scene } from './scene.ts'

/** A picklist in four languages: adds, renames and deletes entries. */
const added = async ({ draw, now }: Scene) => ({ input: { id: newId(now), name: named(word(draw)) } })
const renamed =
  (table: TableName) =>
  async ({ draw, rows }: Scene) => {
    const all = await rows(table)
    return all.length ? { input: { id: draw.pick(all).id, name: named(word(draw)) } } : null
  }
const deleted = (table: TableName) => async (scene: Scene) => (scene.draw.chance(0.4) ? onAny(table)(scene) : null)

const named = (value: string) => [
  { lang: 'tr' as const, value },
  { lang: 'en' as const, value: `${value} in English` },
]

export const catalogActs = {
  'branch.add': async ({ draw, now }) => ({
    input: { id: newId(now), name: named(word(draw)), onlineCalls: draw.chance(0.5) },
  }),
  'branch.update': renamed('branch'),
  'branch.delete': deleted('branch'),
  'symptom.add': added,
  'symptom.update': renamed('symptom'),
  'symptom.delete': deleted('symptom'),
  'disease.add': added,
  'disease.update': renamed('disease'),
  'disease.delete': deleted('disease'),
  'treatment.add': added,
  'treatment.update': renamed('treatment'),
  'treatment.delete': deleted('treatment'),
} satisfies Acts
