// @vitest-environment happy-dom
import 'fake-indexeddb/auto'
import { afterEach, expect, test, vi } from 'vitest'
import { newId } from '../../contract/kernel/id.ts'
import { openDatabase } from '../db/database.ts'
import { byRole, click, render, type, until } from '../ui/testing.tsx'
import { DraftNote } from './draft-note.tsx'
import { useFormDraft } from './form-draft.ts'

const db = openDatabase(newId())
vi.mock('./device.ts', () => ({ useDevice: () => ({ db }) }))
afterEach(() => db.drafts.clear())

const kept = async () => (await db.drafts.get('form'))?.value

function Form({
  start = { name: 'Ada', city: '', secret: '' },
}: {
  start?: Record<'name' | 'city' | 'secret', string>
}) {
  const draft = useFormDraft('form', start, ['secret'])
  return (
    <>
      <DraftNote draft={draft} />
      {(['name', 'city', 'secret'] as const).map((name) => (
        <input
          key={name}
          aria-label={name}
          value={draft.values[name]}
          onChange={(event) => draft.set({ [name]: event.target.value })}
        />
      ))}
      <output>{draft.dirty ? 'changed' : 'as it was'}</output>
      <button onClick={() => void draft.drop()}>saved</button>
    </>
  )
}
const box = (name: string) => byRole<HTMLInputElement>('textbox', name)

test('SCREENS B0: unsaved input is stored, only the differences, and never a secret', async () => {
  await render(<Form />)
  await type(box('city'), 'Bursa')
  await type(box('secret'), 'hush')
  await until(() => expect(box('secret').value).toBe('hush'))
  await vi.waitFor(async () => expect(await kept()).toEqual({ city: 'Bursa' }))
  await type(box('city'), '')
  await vi.waitFor(async () => expect(await kept()).toBeUndefined())
})

test('a draft is restored over later changes by others, says so, and is deleted on saving', async () => {
  await db.drafts.put({ name: 'form', value: { city: 'Bursa' } })
  await render(<Form start={{ name: 'Ada Yeni', city: 'İzmir', secret: '' }} />)
  await until(() => expect(document.body.textContent).toContain('Your draft has been restored'))
  expect([box('name').value, box('city').value]).toEqual(['Ada Yeni', 'Bursa'])
  await click(byRole('button', 'saved'))
  await until(() => expect(box('city').value).toBe('İzmir'))
  expect(document.body.textContent).not.toContain('Your draft has been restored')
  expect(await kept()).toBeUndefined()
})
