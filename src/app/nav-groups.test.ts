import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

test('every screen of the sidebar names its group in a long menu', () => {
  const text = ['routes.tsx', 'content-routes.tsx']
    .map((file) => readFileSync(new URL(file, import.meta.url), 'utf8'))
    .join('\n')
  const icons = [...text.matchAll(/icon: '[\w-]+',?\s*(group: '(\w+)')?/g)]
  expect(icons.length).toBeGreaterThan(25)
  expect(icons.filter(([, group]) => !group).map(([all]) => all)).toEqual([])
})
