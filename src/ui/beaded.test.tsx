import { readFileSync } from 'node:fs'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { VISIT_STATES } from './bead-states.ts'
import { Bead } from './bead.tsx'

const css = readFileSync(new URL('beaded.css', import.meta.url), 'utf8')

test.each(VISIT_STATES)('a week draws the status bead of %s as every other place does', (state) => {
  const shape = renderToStaticMarkup(<Bead shape={state} />).replace(/^<svg[^>]*>|<\/svg>$/g, '')
  const drawn = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16" fill="none">${shape}</svg>`
  const text = drawn.replaceAll('"', "'").replaceAll('<', '%3C').replaceAll('>', '%3E')
  expect(css).toContain(`.beaded[data-tone='${state}'] { --bead: url("data:image/svg+xml,${text}"); }`)
})

test('no two states have the same shape', () => {
  const shapes = [...css.matchAll(/--bead: url\("([^"]+)"\)/g)].map(([, shape]) => shape)
  expect(shapes).toHaveLength(VISIT_STATES.length)
  expect(new Set(shapes).size).toBe(VISIT_STATES.length)
})
