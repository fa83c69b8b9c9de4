/**
 * Rich text is HTML with only these tags: what the editor offers. The server applies the list before it writes
 * (`server/kernel/rich-text.ts`), and the device when it draws (`src/ui/rich-text.tsx`); TRUST D7.
 */
export const RICH_TAGS = [
  'p',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'ul',
  'ol',
  'li',
  'blockquote',
  'hr',
  'br',
  'strong',
  'em',
  'u',
  's',
  'a',
  'img',
] as const
export type RichTag = (typeof RICH_TAGS)[number]

/** By tag. A link's `rel` and `target` are ours; whoever writes the tag out adds them. */
export const RICH_ATTRIBUTES = { a: ['href'], img: ['src', 'alt'] } as const

/** Other sites learn nothing about ours, and search engines do not count the link as a recommendation. */
export const LINK_REL = 'noopener noreferrer nofollow'

/** Letters in a picture's description. */
export const ALT_MOST = 300
const HREF_MOST = 2000

/**
 * A link as it is stored: absolute, http, https or mailto, without user and password before the host; null for all
 * others. Written as URL parsers read it, so that what is checked is where a browser goes.
 */
export function linkOf(href: string): string | null {
  const url = href.length <= HREF_MOST ? URL.parse(href.trim()) : null
  if (!url || !SCHEMES.includes(url.protocol) || url.username || url.password) return null
  const isWhole = url.protocol === 'mailto:' ? url.pathname.includes('@') : url.hostname !== ''
  return isWhole && url.href.length <= HREF_MOST ? url.href : null
}
const SCHEMES: readonly string[] = ['http:', 'https:', 'mailto:']

/** What a person types as a link: an address without a scheme becomes https, an email address mailto. */
export function linkFrom(typed: string): string | null {
  const bare = typed.trim()
  if (isAddress(bare)) return linkOf(`mailto:${bare}`)
  if (/^[a-z][a-z\d+.-]*:(?!\d)/i.test(bare)) return linkOf(bare)
  return /^[^\s/?#:]+\.[^\s/?#.]{2,}/.test(bare) ? linkOf(`https://${bare}`) : null
}

/** Two parts around one @, with a dot inside the second. */
function isAddress(typed: string): boolean {
  const [name = '', host = '', ...more] = typed.split('@')
  const isDotted = host.slice(1, -1).includes('.')
  return name !== '' && isDotted && more.length === 0 && !/[\s/:]/.test(typed)
}

/** The only address a picture may have: one of our stored files. */
export const pictureAddress = (fileId: string) => `/api/file/${fileId}`

/** The stored file that a picture shows; null for any other picture, which is removed. */
export const pictureOf = (src: string): string | null => PICTURE.exec(src)?.[1] ?? null
const PICTURE = /^\/api\/file\/([0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12})$/

/** The stored files that a text shows, each once. The text must have been cleaned. */
export function picturesOf(html: string): string[] {
  const found = [...html.matchAll(/<img src="([^"]*)"/g)].map(([, src = '']) => pictureOf(src))
  return [...new Set(found.filter((id) => id !== null))]
}

/** Its words alone, for a line in a list: tags become spaces, the editor's five entities become their letters. */
export const plainOf = (html: string): string =>
  withoutTags(html)
    .replaceAll(/&(?:lt|gt|quot|nbsp|amp);/g, (entity) => LETTERS[entity] ?? entity)
    .replaceAll(/\s+/g, ' ')
    .trim()
const LETTERS: Readonly<Record<string, string>> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&nbsp;': ' ',
  '&amp;': '&',
}

/**
 * Removes everything from each `<` to the next `>`. Written by hand, since a pattern would search for a missing `>`
 * again from each of 60,000 `<`.
 */
function withoutTags(html: string): string {
  const parts: string[] = []
  let at = 0
  for (let open = html.indexOf('<'); open >= 0; open = html.indexOf('<', at)) {
    const close = html.indexOf('>', open)
    if (close < 0) break
    parts.push(html.slice(at, open))
    at = close + 1
  }
  parts.push(html.slice(at))
  return parts.join(' ')
}

/** Whether a text is rich text as the editor and the server write it, rather than words that someone typed. */
export const isRich = (text: string): boolean => /^<(?:p|h[1-6]|ul|ol|blockquote|hr|img)[ >]/.test(text)

/** Whether it contains neither a letter nor a picture. */
export const isBlank = (html: string): boolean => plainOf(html) === '' && !/<img\s/i.test(html)
