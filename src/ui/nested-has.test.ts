import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** What each `:has(…)` of a text holds, with the parentheses in it. */
function heldBy(css: string): string[] {
  return [...css.matchAll(/:has\(/g)].map(({ index }) => {
    let depth = 1
    let at = index + 5
    for (; depth > 0 && at < css.length; at++) depth += css[at] === '(' ? 1 : css[at] === ')' ? -1 : 0
    return css.slice(index + 5, at - 1)
  })
}

/**
 * Browsers take no `:has()` within a `:has()`: the rule is dropped, and so is every other one that the build joins with
 * it. On a phone, money in the day's figures was cut off by this.
 */
test('no :has() is within another', () => {
  expect(heldBy('a:has(b:not(:has(c))) d:not(:has(e)) {}')).toEqual(['b:not(:has(c))', 'c', 'e'])
  const nested = globSync('{src,server}/**/*.css').flatMap((file) =>
    heldBy(readFileSync(file, 'utf8'))
      .filter((held) => held.includes(':has('))
      .map((held) => `${file}: ${held}`),
  )
  expect(nested).toEqual([])
})
