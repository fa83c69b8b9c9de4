import { existsSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isBlank, linkFrom, linkOf, picturesOf, plainOf, RICH_TAGS } from '../../contract/kernel/rich-text.rules.ts'
import { ARTICLES } from '../app/demo/article-texts.ts'
import { PAGES } from '../app/demo/page-texts.ts'
import { cleanRichText } from './rich-text.ts'

const FILE = '01939f6e-0000-7000-8000-00000000000a'

/** Every remaining tag, with its attributes as written. */
const tagsOf = (html: string) =>
  [...html.matchAll(/<\/?([a-z][a-z0-9]*)((?:\s[^>]*)?)\/?>/g)].map(([, tag = '', rest = '']) => ({ tag, rest }))

/** What is wrong with a cleaned text, whatever it was before. */
function faultsOf(html: string): string[] {
  const wrong = tagsOf(html).flatMap(({ tag, rest }) => {
    const allowed = tag === 'a' ? ['href', 'rel'] : tag === 'img' ? ['src', 'alt'] : []
    const attributes = new Map(
      [...rest.matchAll(/([\w:-]+)="([^"]*)"/g)].map(([, name = '', value = '']) => [name, value]),
    )
    const href = attributes.get('href') ?? 'https://'
    const src = attributes.get('src') ?? `/api/file/${FILE}`
    return [
      !(RICH_TAGS as readonly string[]).includes(tag) && tag,
      [...attributes.keys()].some((name) => !allowed.includes(name)) && rest,
      !/^(https?:\/\/|mailto:)/.test(href) && href,
      !/^\/api\/file\/[0-9a-f-]{36}$/.test(src) && src,
    ].filter((fault) => fault !== false)
  })
  // anything but a listed tag is text: its angle bracket is escaped
  const rest = html.replaceAll(/<\/?[a-z][a-z0-9]*(?:\s[a-z]+="[^"<>]*")*\s?\/?>/g, '')
  return [...wrong, /[<>]/.test(rest) && rest, cleanRichText(html) !== html && `${html} is not clean`].filter(
    (fault) => fault !== false,
  )
}

describe('markup of our editor that is kept', () => {
  test.each([
    '<p>Göz <strong>kuruluğu</strong>, <em>nedir</em>? <u>Bakın</u> <s>eski</s></p>',
    '<h1>1</h1><h2>2</h2><h3>3</h3><h4>4</h4><h5>5</h5><h6>6</h6>',
    '<ul><li><p>bir</p><ul><li><p>iki</p></li></ul></li></ul><ol><li><p>üç</p></li></ol>',
    '<blockquote><p>Su için.</p></blockquote><hr /><p>eins<br />zwei</p>',
    '<p>5 &lt; 7 &amp; &quot;7&quot;</p>',
    `<p><a href="https://who.int/tr?x=1&amp;y=2" rel="noopener noreferrer nofollow">DSÖ</a></p>`,
    `<p><img src="/api/file/${FILE}" alt="Göz" /></p>`,
  ])('%s', (html) => {
    const kept = cleanRichText(html)
    expect(kept.replaceAll('&quot;', '"')).toBe(html.replaceAll('&quot;', '"'))
    expect(faultsOf(kept)).toEqual([])
  })
  test('other editors’ equivalent tags are converted to ours', () => {
    expect(cleanRichText('<p><b>a</b><i>b</i><del>c</del></p>')).toBe('<p><strong>a</strong><em>b</em><s>c</s></p>')
  })
  test('trailing empty lines are removed', () => {
    expect(cleanRichText('<p>a</p><p></p><p><br></p>')).toBe('<p>a</p>')
    expect(cleanRichText('<p></p>')).toBe('')
  })
})

test('the demo texts are as the server would have stored them', () => {
  const texts = [...ARTICLES, ...PAGES].flatMap((each) => Object.values(each.in).map(({ content }) => content))
  expect(texts.length).toBeGreaterThan(15)
  expect(texts.filter((text) => cleanRichText(text) !== text)).toEqual([])
})

describe('markup that is removed', () => {
  test.each([
    ['<script>alert(1)</script>', ''],
    ['<p onclick="alert(1)" style="color:red" class="x" id="y">a</p>', '<p>a</p>'],
    ['<a href="javascript:alert(1)">a</a>', 'a'],
    ['<a href="java&#10;script:alert(1)">a</a>', 'a'],
    ['<a href="data:text/html,<script>">a</a>', 'a'],
    ['<a href="//evil.example">a</a>', 'a'],
    ['<a href="/setting">a</a>', 'a'],
    ['<a href="https://bedside.example@evil.example/">a</a>', 'a'],
    ['<a href="blob:https://x/1">a</a>', 'a'],
    ['<img src="https://evil.example/track.gif">', ''],
    ['<img src="/api/file/../patient/list">', ''],
    [`<img src="/api/file/${FILE}" onerror="alert(1)">`, `<img src="/api/file/${FILE}" alt="" />`],
    ['<iframe src="https://x"></iframe><svg onload=alert(1)><style>p{}</style>', ''],
    ['<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">', ''],
    ['<form action="https://x"><input name="p"><button>Go</button></form>', 'Go'],
    ['<p>a</p><!-- b -->', '<p>a</p>'],
  ])('%s', (html, kept) => {
    expect(cleanRichText(html)).toBe(kept)
  })
  test('a picture where none is allowed', () => {
    expect(cleanRichText(`<p>a<img src="/api/file/${FILE}"></p>`, { pictures: false })).toBe('<p>a</p>')
  })
  test('endless nesting is flattened in time', () => {
    const deep = '<blockquote>'.repeat(20_000) + 'x'
    expect(cleanRichText(deep).match(/<blockquote>/g)!.length).toBeLessThanOrEqual(20)
  })
})

test('anything typed or pasted comes out harmless', () => {
  const angles = ['<', '>', '</', '"', "'", '`', '=', '&', '&#x3c;', '&lt', '<!--', '-->', '<![CDATA[', ']]>', '\0']
  const acting = ['<script>', '</script>', '<style>', '<svg/onload=', '<img src=x onerror=', '<a href=', 'javascript:']
  const raw = ['<p>', '</p>', '<textarea>', '<noscript>', '<math>', '<template>', '<title>', '<xmp>', '<plaintext>']
  const ours = [`<img src="/api/file/${FILE}" alt="`, '<a href="https://x.example/?', 'mailto:a@b.c', ' onfocus=a() ']
  const piece = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 12 }),
    ...[angles, acting, raw, ours].map((pieces) => fc.constantFrom(...pieces)),
  )
  const typed = fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join(''))
  const outcome = fc.check(
    fc.property(typed, (html) => faultsOf(cleanRichText(html)).length === 0),
    { numRuns: 3000 },
  )
  expect(outcome.counterexample).toBeNull()
})

const hostile = new URL('../../../shared/data/hostile-strings.json', import.meta.url)
test.skipIf(!existsSync(hostile))(
  'so does every hostile string, by itself, as a link and inside a text',
  () => {
    type Row = { readonly s?: string; readonly make?: { readonly repeat: string; readonly times: number } }
    const rows = JSON.parse(readFileSync(hostile, 'utf8')) as readonly Row[]
    const strings = rows.map(({ s, make }) => s ?? make!.repeat.repeat(make!.times))
    expect(strings.length).toBeGreaterThan(900)
    const faults = strings
      .filter((s) => s.length < 100_000) // no field takes a longer one
      .flatMap((s) => [s, `<p>${s}</p>`, `<a href="${s}">a</a>`, `<img src="${s}" alt="${s}">`])
      .flatMap((html) => faultsOf(cleanRichText(html)))
    expect(faults).toEqual([])
  },
  120_000,
)

describe('links', () => {
  test.each([
    ['https://who.int', 'https://who.int/'],
    ['who.int/tr', 'https://who.int/tr'],
    ['sağlık.example', 'https://xn--salk-1wa3i.example/'],
    ['HTTP://X.example', 'http://x.example/'],
    ['info@klinik.example', 'mailto:info@klinik.example'],
    ['mailto:info@klinik.example', 'mailto:info@klinik.example'],
    ['x.example:8080/a', 'https://x.example:8080/a'],
  ])('%s', (typed, link) => expect(linkFrom(typed)).toBe(link))
  test.each([
    '',
    'hello',
    'javascript:alert(1)',
    'tel:+90',
    '/setting',
    '//x.example',
    'https://',
    'https://a:b@x.example',
  ])('it is no link: %s', (typed) => expect(linkFrom(typed)).toBeNull())
  test('cleaned text does not change when cleaned again', () => {
    const url = fc.webUrl({ withQueryParameters: true, withFragments: true })
    const outcome = fc.check(
      fc.property(url, (typed) => {
        const link = linkOf(typed)
        return link === null || linkOf(link) === link
      }),
    )
    expect(outcome.counterexample).toBeNull()
  })
})

test('a text’s words and pictures can be listed', () => {
  expect(plainOf('<h1>Göz</h1><p>5 &lt; 7&nbsp;&amp;amp; <strong>ok</strong></p>')).toBe('Göz 5 < 7 &amp; ok')
  expect(
    picturesOf(cleanRichText(`<p><img alt="a" src="/api/file/${FILE}"><img src="/api/file/${FILE}"></p>`)),
  ).toEqual([FILE])
  expect([isBlank(''), isBlank('<p> &nbsp;</p>'), isBlank('<p>a</p>'), isBlank('<p><img src="x"></p>')]).toEqual([
    true,
    true,
    false,
    false,
  ])
})
