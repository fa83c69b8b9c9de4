import './rich-text.css'
import DOMPurify from 'dompurify'
import { type ComponentType, createElement, type ReactNode, useMemo } from 'react'
import {
  LINK_REL,
  linkOf,
  pictureOf,
  RICH_ATTRIBUTES,
  RICH_TAGS,
  type RichTag,
} from '../../contract/kernel/rich-text.rules.ts'
import { classes } from './classes.ts'

/**
 * Draws a stored picture: its bytes need the person's token, which an image element does not send, and the kit does not
 * use the network.
 */
export type DrawPicture = ComponentType<{ id: string; alt: string }>

type RichTextProps = {
  /** As stored. It was cleaned when it was written, and is cleaned once more here (TRUST D7). */
  html: string
  /** The text's language, if it differs from the page's. */
  lang?: string | undefined
  /** Draws the pictures; without it only their descriptions are shown. */
  picture?: DrawPicture
  /** The level of the heading above it; its own top level is one below. */
  under?: 1 | 2 | 3
  className?: string
}

/**
 * Formatted text. Creates elements one by one from the cleaned text: HTML is never inserted into the page as it came.
 */
export function RichText({ html, lang, picture, under = 1, className }: RichTextProps) {
  const nodes = useMemo(() => partsOf(html), [html])
  return (
    <div className={classes('rich', className)} lang={lang}>
      {nodes.map((node, at) => draw(node, at, { picture, under }))}
    </div>
  )
}

type How = { readonly picture: DrawPicture | undefined; readonly under: number }

function partsOf(html: string): readonly ChildNode[] {
  const fragment = DOMPurify.sanitize(html, {
    ALLOWED_TAGS: [...RICH_TAGS],
    ALLOWED_ATTR: [...RICH_ATTRIBUTES.a, ...RICH_ATTRIBUTES.img],
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
    RETURN_DOM_FRAGMENT: true,
  })
  return [...fragment.childNodes]
}

function draw(node: ChildNode, key: number, how: How): ReactNode {
  if (node.nodeType === Node.TEXT_NODE) return node.textContent
  if (!(node instanceof Element)) return null
  const tag = node.tagName.toLowerCase()
  const within = [...node.childNodes].map((child, at) => draw(child, at, how))
  if (!isRichTag(tag)) return within
  if (tag === 'br' || tag === 'hr') return createElement(tag, { key })
  if (tag === 'img') return <Picture key={key} element={node} how={how} />
  if (tag === 'a') {
    const href = linkOf(node.getAttribute('href') ?? '')
    if (!href) return within
    return (
      <a key={key} href={href} rel={LINK_REL} target="_blank">
        {within}
      </a>
    )
  }
  const rank = /^h([1-6])$/.exec(tag)?.[1]
  if (rank)
    return createElement(`h${Math.min(6, Number(rank) + how.under)}`, { key, className: `rich-${tag}` }, ...within)
  return createElement(tag, { key }, ...within)
}

function Picture({ element, how: { picture: Draw } }: { element: Element; how: How }) {
  const id = pictureOf(element.getAttribute('src') ?? '')
  const alt = element.getAttribute('alt') ?? ''
  if (!id) return null
  return Draw ? <Draw id={id} alt={alt} /> : <span className="rich-picture-none">{alt}</span>
}

const isRichTag = (tag: string): tag is RichTag => (RICH_TAGS as readonly string[]).includes(tag)
