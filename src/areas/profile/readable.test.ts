import { expect, test } from 'vitest'
import { readable } from './readable.ts'

test('R59: what people have written is text in the page, whatever it looks like', () => {
  const page = readable(
    {
      status: true,
      profile: { name: '<img src=x onerror=alert(1)>', website: null },
      appointments: [{ note: '"&\'' }],
      notifications: [],
    },
    'My data',
    'tr',
  )
  expect(page).not.toContain('<img')
  expect(page).toContain('&#60;img src=x onerror=alert(1)&#62;')
  expect(page).toContain('&#34;&#38;&#39;')
  expect(page).not.toContain('website')
  expect(page).not.toContain('<script')
})
