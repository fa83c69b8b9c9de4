import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { generate, parse, walk } from 'css-tree'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checkPageCss, INVERSE } from './page-css.ts'

const text = (colour: string) =>
  `light-dark(oklch(from ${colour} min(l,.46) min(c,.13) h/1),oklch(from ${colour} max(l,.78) min(c,.11) h/1))`
const ground = (colour: string) =>
  `light-dark(oklch(from ${colour} max(l,.935) min(c,.04) h/alpha),oklch(from ${colour} min(l,.28) min(c,.045) h/alpha))`

describe('page CSS from an allowlist (TRUST D7)', () => {
  test('allowed rules are scoped to the page', () => {
    const { css, problems } = checkPageCss(`/* kuzey */
h2, .card > h2:hover { color: #006c76; font: 700 1.2rem/1.3 "Georgia", serif; margin: 0 auto calc(1rem + 2px) }
@media (min-width: 600px) { .btn { background: linear-gradient(90deg, oklch(0.6 0.1 200), var(--accent)) !important } }`)
    expect(problems).toEqual([])
    expect(css).toBe(
      `.clinic-page{overflow-x:clip}\n` +
        `.clinic-page h2,.clinic-page .card>h2:hover{font:700 1.2rem/1.3"Georgia",serif;margin:0 auto clamp(0px,calc(1rem + 2px),min(4rem,4vw))}` +
        `@media (min-width:600px){}\n` +
        `@scope (.clinic-page) to (${[...INVERSE].join()}){` +
        `.clinic-page h2,.clinic-page .card>h2:hover{color:${text('#006c76')}}` +
        `@media (min-width:600px){.clinic-page .btn{background:linear-gradient(90deg,${ground('oklch(0.6 0.1 200)')},${ground('var(--accent)')})!important}}}`,
    )
  })

  test.each([
    ['', ''],
    ['  \n /* only words */ ', ''],
  ])('an empty input gives an empty result: %j', (source, css) =>
    expect(checkPageCss(source)).toEqual({ css, problems: [] }),
  )

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
    // would make text too small, too tight, too far away or unreadable (decision 0082)
    ['a { font-size: 0 }', 'value'],
    ['a { font-size: 1px }', 'value'],
    ['a { font-size: 9rem }', 'value'],
    ['a { font-size: 10% }', 'value'],
    ['a { font-size: .1em }', 'value'],
    ['a { font-size: calc(1rem * 0) }', 'value'],
    ['a { font-size: clamp(0px, 1vw, 2rem) }', 'value'],
    ['a { font-size: x-small }', 'value'],
    ['a { font: 0/0 serif }', 'value'],
    ['a { font: 1rem/0 serif }', 'value'],
    ['a { font: 1rem/0px serif }', 'value'],
    ['a { font: 1rem Wingdings }', 'value'],
    ['a { font-family: "Wingdings", serif }', 'value'],
    ['a { font-family: Webdings }', 'value'],
    ['a { line-height: 0 }', 'value'],
    ['a { line-height: 1px }', 'value'],
    ['a { letter-spacing: -1em }', 'value'],
    ['a { letter-spacing: 99px }', 'value'],
    ['a { letter-spacing: calc(0px - 1em) }', 'value'],
    ['a { word-spacing: -9px }', 'value'],
    ['a { text-decoration: line-through }', 'value'],
    ['a { text-decoration-thickness: 2em }', 'value'],
    ['a { background: currentcolor }', 'value'],
    ['a { background: linear-gradient(red, currentColor) }', 'value'],
    ['a { background: color-mix(in srgb, currentcolor, currentcolor) }', 'value'],
    ['.x { padding: 9999px }', 'value'],
    ['.x { margin-left: 100rem }', 'value'],
    ['.x { border-left: 999px solid }', 'value'],
    ['.x { border-width: 99em }', 'value'],
    ['.x { border-radius: 50% }', 'value'],
    ['* { padding: 1rem }', 'adds_up'],
    ['.x > div { margin-left: 1rem }', 'adds_up'],
    ['section:first-child { border-left: 8px solid }', 'adds_up'],
    ['a { color }', 'syntax'],
    ['a { color: }', 'value'],
    ['<style>a{color:red}</style>', 'selector'],
    ['}', 'syntax'],
  ] as const)('%s is refused: %s', (source, reason) => {
    const { css, problems } = checkPageCss(source)
    expect([css, problems.map((problem) => problem.reason)]).toEqual(['', expect.arrayContaining([reason])])
  })

  test.each([
    ['a { color: transparent }', text('black')],
    ['a { color: rgb(255 255 255 / 1%) }', text('rgb(255 255 255/1%)')],
    ['a { color: var(--surface) }', text('var(--surface)')],
    ['a { color: CanvasText }', text('CanvasText')],
    ['.x { background: #000 }', ground('#000')],
    ['.x { background: no-repeat black }', `no-repeat ${ground('black')}`],
    ['.x { padding: 100vw }', 'clamp(0px,100vw,min(4rem,4vw))'],
    ['.x { padding-left: calc(1px * 9999) }', 'clamp(0px,calc(1px*9999),min(4rem,4vw))'],
    ['.x { margin-left: calc(0px - 999px) }', 'clamp(0px,calc(0px - 999px),min(4rem,4vw))'],
  ])('%s accepts a value only if the text beside it stays readable', (source, value) => {
    const { css, problems } = checkPageCss(source)
    expect(problems).toEqual([])
    expect(css).toContain(`:${value}}`)
  })

  test('a page’s colours cannot reach what the app paints in the accent’s own ink', () => {
    const inverse = globSync('src/**/*.css').flatMap((path) => {
      const found: string[] = []
      walk(parse(readFileSync(path, 'utf8')), function (node) {
        if (node.type !== 'Declaration' || node.property !== 'color' || !this.rule) return
        if (generate(node.value).startsWith('var(--on-')) found.push(generate(this.rule.prelude))
      })
      return found
    })
    expect(inverse.length).toBeGreaterThan(5)
    const unknown = inverse.filter(
      (selector) => ![...INVERSE].some((name) => selector.replace(/\[.*?\]/g, '').includes(name)),
    )
    expect(unknown).toEqual([])
  })

  test('every problem has its line and the text in question', () => {
    const { problems } = checkPageCss('a { color: red }\n\nb {\n  position: fixed;\n  background: url(x)\n}')
    expect(problems).toEqual([
      { line: 4, reason: 'property', what: 'position: fixed' },
      { line: 5, reason: 'value', what: 'background: url(x)' },
    ])
  })

  test.each(['(', '{', '[', 'a{b:calc(', '@media(', '@media print{'])('unclosed brackets: %s', (piece) => {
    expect(checkPageCss(piece.repeat(Math.floor(20_000 / piece.length))).problems).toMatchObject([{ reason: 'syntax' }])
  })

  test('five hundred rules are accepted, and no more', () => {
    expect(checkPageCss('a{color:red}'.repeat(500)).problems).toEqual([])
    expect(checkPageCss('a{color:red}'.repeat(501)).problems).toMatchObject([{ reason: 'too_many_rules' }])
  })

  test('an earlier check leaves no state behind, even one of an unterminated text', () => {
    const before = `${'a '.repeat(27)}a{}`
    const after = 'u\\72l(x)red,backgroundprint:}expression(position:fixed '
    const module = JSON.stringify(new URL('page-css.ts', import.meta.url).href)
    const script = `const { checkPageCss } = await import(${module}); checkPageCss(${JSON.stringify(before)}); console.log(checkPageCss(${JSON.stringify(after)}).problems.length)`
    // in a separate process, which can be killed if it does not end
    const { status, stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], {
      timeout: 30_000,
    })
    expect([status, Number(stdout)]).toEqual([0, 3])
  })

  test('law: any text is checked in bounded time, and the result is scoped, fetches nothing and is stable', () => {
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
              // an element may be called ahtml, or html\a: only html itself must not match
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
