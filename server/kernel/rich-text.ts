import sanitize from 'sanitize-html'
import { ALT_MOST, LINK_REL, linkOf, pictureOf, RICH_TAGS } from '../../contract/kernel/rich-text.rules.ts'

/**
 * Rich text as it is stored (TRUST D7): the listed tags, links that lead where they say, and pictures from our own
 * files. Everything else is removed: an unknown tag leaves its words, a script or a style leaves nothing. Cleaning
 * clean text changes nothing.
 */
export function cleanRichText(html: string, { pictures = true } = {}): string {
  const options = pictures ? WITH_PICTURES : WITHOUT_PICTURES
  let clean = html
  for (let pass = 0; pass < PASSES; pass++) {
    const before = clean
    clean = withoutLastEmptyLines(sanitize(before, options))
    if (clean === before) return clean
  }
  // no editor writes text that changes each time it is read: only its words are stored
  return sanitize(clean, { allowedTags: [], allowedAttributes: {} })
}

/** The editor's last empty lines are only where one continues to write. From the end, so that each is examined once. */
function withoutLastEmptyLines(html: string): string {
  let kept = html.trimEnd()
  while (kept.endsWith('</p>')) {
    const inner = kept.slice(0, -'</p>'.length)
    const line = inner.endsWith('<br />') ? inner.slice(0, -'<br />'.length).trimEnd() : inner
    if (!line.endsWith('<p>')) break
    kept = line.slice(0, -'<p>'.length).trimEnd()
  }
  return kept
}

/** Tags that overlap by hand need two or three passes until nothing changes. */
const PASSES = 6

/** A name that no tag has: not on the list, so the tag is removed and its content stays. */
const NONE = 'nothing'

const WITH_PICTURES: sanitize.IOptions = {
  allowedTags: [...RICH_TAGS],
  allowedAttributes: { a: ['href', 'rel'], img: ['src', 'alt'] },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowProtocolRelative: false,
  // deep enough for any list, and far from exhausting a parser
  nestingLimit: 20,
  transformTags: {
    b: 'strong',
    i: 'em',
    ins: 'u',
    del: 's',
    strike: 's',
    a: (_, { href = '' }) => {
      const link = linkOf(href)
      return link ? { tagName: 'a', attribs: { href: link, rel: LINK_REL } } : { tagName: NONE, attribs: {} }
    },
    img: (_, { src = '', alt = '' }) =>
      pictureOf(src)
        ? { tagName: 'img', attribs: { src, alt: alt.slice(0, ALT_MOST) } }
        : { tagName: NONE, attribs: {} },
  },
}

const WITHOUT_PICTURES: sanitize.IOptions = {
  ...WITH_PICTURES,
  allowedTags: RICH_TAGS.filter((tag) => tag !== 'img'),
}
