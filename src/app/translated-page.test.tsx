// @vitest-environment happy-dom
import { act, useState } from 'react'
import { beforeAll, expect, test } from 'vitest'
import { byRole, click, render } from '../ui/testing.tsx'
import { surviveTranslation } from './translated-page.ts'

beforeAll(surviveTranslation)

/** Wraps each text in two elements, as Chromium's translator does. */
function translate() {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const texts: Node[] = []
  while (walker.nextNode()) texts.push(walker.currentNode)
  for (const text of texts) {
    const [outer, inner] = [document.createElement('font'), document.createElement('font')]
    text.parentNode!.replaceChild(outer, text)
    outer.append(inner)
    inner.append(text)
  }
}

function Visits() {
  const [n, set] = useState(0)
  return (
    <div>
      <button type="button" onClick={() => set(n + 1)}>
        Press
      </button>
      <p data-part="bare">
        {n % 2 ? null : 'waiting '}
        {n} of {n > 1 ? 'many' : <b>one</b>}
        {n > 2 && ' and more'}
      </p>
      {n === 1 ? 'arrived' : <i>closed</i>}
    </div>
  )
}

test('a translated page keeps working: texts appear, change, are replaced and disappear', async () => {
  await render(<Visits />)
  const seen = []
  for (let i = 0; i < 4; i++) {
    await act(async () => translate())
    await click(byRole('button', 'Press'))
    seen.push(document.querySelector('[data-part]')!.textContent)
  }
  expect(seen).toEqual(['1 of one', 'waiting 2 of many', '3 of many and more', 'waiting 4 of many and more'])
  expect(document.body.textContent).toContain('closed')
  expect(document.body.textContent).not.toContain('arrived')
})

test('an element that a translator has removed from the page causes no error', async () => {
  await render(<Visits />)
  document.querySelector('[data-part]')!.firstChild!.remove()
  await click(byRole('button', 'Press'))
  expect(document.querySelector('[data-part]')!.textContent).toBe('1 of one')
})
