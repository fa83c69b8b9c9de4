import { spawnSync } from 'node:child_process'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checkPageCss } from './page-css.ts'

describe('page CSS from an allowlist (TRUST D7)', () => {
  test('what is good is bound to the page', () => {
    const { css, problems } = checkPageCss(`/* kuzey */
h2, .card > h2:hover { color: #006c76; font: 700 1.2rem/1.3 "Georgia", serif; margin: 0 auto calc(1rem + 2px) }
@media (min-width: 600px) { .btn { background: linear-gradient(90deg, oklch(0.6 0.1 200), var(--accent)) !important } }`)
    expect(problems).toEqual([])
    expect(css).toBe(
      `.clinic-page{overflow-x:clip}\n` +
        `.clinic-page h2,.clinic-page .card>h2:hover{color:#006c76;font:700 1.2rem/1.3"Georgia",serif;margin:0 auto calc(1rem + 2px)}` +
        `@media (min-width:600px){.clinic-page .btn{background:linear-gradient(90deg,oklch(0.6 0.1 200),var(--accent))!important}}`,
    )
  })

  test.each([
    ['', ''],
    ['  \n /* only words */ ', ''],
  ])('nothing is nothing: %j', (source, css) => expect(checkPageCss(source)).toEqual({ css, problems: [] }))

  test.each([
    ['@import "https://evil.example/x.css";', 'at_rule'],
    ['@import url(//evil.example);', 'at_rule'],
    ['@charset "utf-7"; a{color:red}', 'at_rule'],
    ['@font-face { font-family: x; src: url(x.woff) }', 'at_rule'],
    ['@namespace svg url(http://www.w3.org/2000/svg);', 'at_rule'],
    ['@keyframes x { from { color: red } }', 'at_rule'],
    ['@supports (color: red) { a { color: red } }', 'at_rule'],
    ['@layer x { a { color: red } }', 'at_rule'],
    ['@property --x { syntax: "*"; inherits: true }', 'at_rule'],
    ['a { background: url(https://evil.example/x) }', 'value'],
    ['a { background: url("data:image/svg+xml,<svg/>") }', 'value'],
    ['a { background: URL(x) }', 'value'],
    ['a { background: u\\72l(x) }', 'value'],
    ['a { background: \\75rl(x) }', 'value'],
    ['a { background: image-set("x.png" 1x) }', 'value'],
    ['a { background: -webkit-image-set(url(x) 1x) }', 'value'],
    ['a { background: linear-gradient(red, url(x)) }', 'value'],
    ['a { background: element(#x) }', 'value'],
    ['a { color: expression(alert(1)) }', 'value'],
    ['a { color: attr(href) }', 'value'],
    ['a { color: env(x) }', 'value'],
    ['a { margin-left: -9999px }', 'value'],
    ['a { margin: 0 0 0 -1px }', 'value'],
    ['a { margin: calc(1px * -9999) }', 'value'],
    ['a { position: fixed }', 'property'],
    ['a { POSITION: fixed }', 'property'],
    ['a { positio\\6e: fixed }', 'property'],
    ['a { position: sticky; top: 0 }', 'property'],
    ['a { z-index: 99999 }', 'property'],
    ['a { behavior: url(x.htc) }', 'property'],
    ['a { -moz-binding: url(x) }', 'property'],
    ['a { filter: url(#x) }', 'property'],
    ['a { content: "Ücretsiz" }', 'property'],
    ['a { display: none }', 'property'],
    ['a { visibility: hidden }', 'property'],
    ['a { opacity: 0 }', 'property'],
    ['a { transform: scale(99) }', 'property'],
    ['a { box-shadow: 0 0 0 9999px red }', 'property'],
    ['a { outline: 9999px solid red }', 'property'],
    ['a { cursor: url(x), auto }', 'property'],
    ['a { animation: x 1s }', 'property'],
    ['a { --brand-h: 0 }', 'property'],
    ['a { width: 1px }', 'property'],
    ['html { color: red }', 'selector'],
    ['BODY { color: red }', 'selector'],
    [':root { color: red }', 'selector'],
    [':has(input) { color: red }', 'selector'],
    [':is(html) { color: red }', 'selector'],
    ['a:not(.x) { color: red }', 'selector'],
    [':host { color: red }', 'selector'],
    ['#page { color: red }', 'selector'],
    ['input[value^="a"] { color: red }', 'selector'],
    ['a::before { color: red }', 'selector'],
    ['& a { color: red }', 'selector'],
    ['a { color: red; b { color: blue } }', 'syntax'],
    ['a { color }', 'syntax'],
    ['a { color: }', 'value'],
    ['<style>a{color:red}</style>', 'selector'],
    ['}', 'syntax'],
  ] as const)('%s is refused: %s', (source, reason) => {
    const { css, problems } = checkPageCss(source)
    expect([css, problems.map((problem) => problem.reason)]).toEqual(['', expect.arrayContaining([reason])])
  })

  test('every problem says its line and what stands there', () => {
    const { problems } = checkPageCss('a { color: red }\n\nb {\n  position: fixed;\n  background: url(x)\n}')
    expect(problems).toEqual([
      { line: 4, reason: 'property', what: 'position: fixed' },
      { line: 5, reason: 'value', what: 'background: url(x)' },
    ])
  })

  test.each(['(', '{', '[', 'a{b:calc(', '@media(', '@media print{'])('brackets without end: %s', (piece) => {
    expect(checkPageCss(piece.repeat(Math.floor(20_000 / piece.length))).problems).toMatchObject([{ reason: 'syntax' }])
  })

  test('five hundred rules and no more', () => {
    expect(checkPageCss('a{color:red}'.repeat(500)).problems).toEqual([])
    expect(checkPageCss('a{color:red}'.repeat(501)).problems).toMatchObject([{ reason: 'too_many_rules' }])
  })

  test('what was checked before has no part in it: a text after which this one was never finished', () => {
    const before = `${'a '.repeat(27)}a{}`
    const after = 'u\\72l(x)red,backgroundprint:}expression(position:fixed '
    const module = JSON.stringify(new URL('page-css.ts', import.meta.url).href)
    const script = `const { checkPageCss } = await import(${module}); checkPageCss(${JSON.stringify(before)}); console.log(checkPageCss(${JSON.stringify(after)}).problems.length)`
    // in a process of its own, which can be ended where it does not end by itself
    const { status, stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], {
      timeout: 30_000,
    })
    expect([status, Number(stdout)]).toEqual([0, 3])
  })

  test('law: of any text there is an answer in time, and what comes out is bound, fetches nothing and stays what it is', () => {
    const pieces = fc.constantFrom(
      ...'a .b { } ; : color red url( ) @import @media print " \' \\ /* */ < , & background -1px expression( > + ~ html ::before'.split(
        ' ',
      ),
      'position:fixed',
      '!important',
      'u\\72l(x)',
      ' ',
      '\n',
      '\0',
    )
    expect(() =>
      fc.assert(
        fc.property(
          fc.array(pieces, { maxLength: 40 }).map((some) => some.join('')),
          (source) => {
            const { css, problems } = checkPageCss(source)
            if (problems.length) return css === ''
            return (
              // an element may be called ahtml, or html\a: it is html itself that must not be met
              !/url\(|@import|expression\(|position|content|(?<![\w\\-])html(?![\w\\-])/i.test(css) &&
              css
                .split('}')
                .every(
                  (rule) =>
                    !/[a-z.]/i.test(rule.split('{')[0]!.replace('@media', '')) ||
                    rule.includes('.clinic-page') ||
                    rule.includes('@media'),
                )
            )
          },
        ),
        { numRuns: 200, interruptAfterTimeLimit: 10_000 },
      ),
    ).not.toThrow()
  })
})
