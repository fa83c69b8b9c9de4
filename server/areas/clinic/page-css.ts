import { fork, generate, List, type Atrule, type CssNode, type Declaration, type ListItem, type Rule } from 'css-tree'
import type { CssProblem } from '../../../contract/clinic/clinic.fields.ts'
import { isColouring, isReadable, isSpacing, keepReadable } from './page-css-values.ts'

export type CheckedCss = { readonly css: string; readonly problems: CssProblem[] }

/**
 * A clinic's page CSS (TRUST D7): parsed completely, checked against an allowlist, and generated again with every
 * selector scoped to the page, so that it can neither fetch anything, nor cover, hide or reach what is not the
 * clinic's. With a problem there is no CSS at all. Colours are kept apart: it cannot reach what the app paints light on
 * dark (decision 0082).
 */
export function checkPageCss(source: string): CheckedCss {
  // the parser recurses at each bracket, so nesting must stay below the stack's limit
  if (depthOf(source) > MOST_DEEP) return { css: '', problems: [{ line: 1, reason: 'syntax', what: '' }] }
  const problems: CssProblem[] = []
  // a new parser each time: css-tree 3.2.1 reuses what an earlier text has left in its buffers, and then may never
  // end
  const sheet = fork({}).parse(source, {
    positions: true,
    onParseError: ({ line }, node) => note('syntax', node, line),
  })
  let rules = 0
  const coloured = new List<CssNode>()
  if (sheet.type === 'StyleSheet') sheet.children.forEach((node, item, list) => top(node, item, list, coloured))
  problems.sort((a, b) => a.line - b.line)
  if (problems.length) return { css: '', problems: problems.slice(0, MOST_PROBLEMS) }
  if (!rules) return { css: '', problems }
  const painted = coloured.toArray().map((node) => generate(node))
  const scoped = painted.length ? `\n@scope (${PAGE}) to (${[...INVERSE].join()}){${painted.join('')}}` : ''
  // content wider than the page is cut at its edge, so that it cannot be painted over its neighbours
  return { css: `${PAGE}{overflow-x:clip}\n${generate(sheet)}${scoped}`, problems }

  function top(node: CssNode, item: ListItem<CssNode>, list: List<CssNode>, colours: List<CssNode>) {
    if (node.type === 'Comment' || node.type === 'WhiteSpace') return
    if (node.type === 'Atrule') media(node, colours)
    else if (node.type === 'Rule') rule(node, item, list, colours)
    else note('syntax', node)
  }

  function media(node: Atrule, colours: List<CssNode>) {
    if (node.name.toLowerCase() !== 'media' || !node.block || node.prelude?.type === 'Raw') return note('at_rule', node)
    const inside = new List<CssNode>()
    node.block.children.forEach((child, item, list) => top(child, item, list, inside))
    if (!inside.isEmpty) colours.appendData({ ...node, block: { type: 'Block', children: inside } })
  }

  /** Binds a rule to the page, and moves what it paints to the colours. */
  function rule(node: Rule, item: ListItem<CssNode>, list: List<CssNode>, colours: List<CssNode>) {
    rules++
    if (rules > MOST_RULES) return rules === MOST_RULES + 1 ? note('too_many_rules', node) : undefined
    if (node.prelude.type !== 'SelectorList') return note('selector', node.prelude)
    const declared = node.block.children.toArray()
    const moves = declared.some((each) => each.type === 'Declaration' && isSpacing(each.property.toLowerCase()))
    node.prelude.children.forEach((selector) => {
      if (selector.type !== 'Selector') return note('selector', selector)
      selector.children.forEach((part) => {
        if (!isPart(part)) note('selector', part)
      })
      if (moves && !isOne(selector.children.toArray())) note('adds_up', selector)
      selector.children.prependData({ type: 'Combinator', name: ' ' })
      selector.children.prependData({ type: 'ClassSelector', name: PAGE.slice(1) })
    })
    for (const each of declared)
      if (each.type === 'Declaration') declaration(each)
      else note('syntax', each)
    const paints = (each: CssNode) => each.type === 'Declaration' && isColouring(each.property.toLowerCase())
    const paint = declared.filter(paints)
    if (paint.length)
      colours.appendData({ ...node, block: { type: 'Block', children: new List<CssNode>().fromArray(paint) } })
    if (paint.length === declared.length) list.remove(item)
    else node.block.children = new List<CssNode>().fromArray(declared.filter((each) => !paints(each)))
  }

  function declaration(node: Declaration) {
    const property = node.property.toLowerCase()
    if (!PROPERTIES.has(property)) return note('property', node)
    if (node.value.type !== 'Value' || typeof node.important === 'string') return note('value', node)
    const isWrong = (value: CssNode): boolean => {
      switch (value.type) {
        case 'Identifier':
        case 'Number':
        case 'Percentage':
        case 'Hash':
        case 'Operator':
        case 'WhiteSpace':
          return property.startsWith('margin') && 'value' in value && String(value.value).startsWith('-')
        case 'Dimension':
          return property.startsWith('margin') && value.value.startsWith('-')
        case 'String':
          return property !== 'font-family' && property !== 'font'
        case 'Function':
          return !FUNCTIONS.has(value.name.toLowerCase()) || value.children.some(isWrong)
        case 'Parentheses':
          return value.children.some(isWrong)
        default:
          return true
      }
    }
    if (node.value.children.isEmpty || node.value.children.some(isWrong) || !isReadable(property, node))
      return note('value', node)
    keepReadable(property, node)
  }

  function note(reason: CssProblem['reason'], node: CssNode | null, line = node?.loc?.start.line ?? 1) {
    const what = node?.loc ? source.slice(node.loc.start.offset, node.loc.end.offset) : ''
    problems.push({ line, reason, what: what.replaceAll(/\s+/g, ' ').trim().slice(0, 80).toWellFormed() })
  }
}

/** The element every rule is bound to: the page inside the frame, and the sign-in page. */
const PAGE = '.clinic-page'
const MOST_RULES = 500
const MOST_PROBLEMS = 20
const MOST_DEEP = 20

/** How deeply brackets of any kind are nested; an overestimate if some are in strings. */
function depthOf(source: string): number {
  let depth = 0
  let most = 0
  for (const letter of source) {
    if ('([{'.includes(letter)) most = Math.max(most, ++depth)
    else if (')]}'.includes(letter)) depth = Math.max(0, depth - 1)
  }
  return most
}

function isPart(node: CssNode): boolean {
  switch (node.type) {
    case 'ClassSelector':
    case 'Combinator':
      return true
    case 'TypeSelector':
      return !['html', 'body'].includes(node.name.toLowerCase())
    case 'PseudoClassSelector':
      return PSEUDO.has(node.name.toLowerCase())
    default:
      return false
  }
}

/** Whether no selected element can contain another, so that spacing does not add up. */
function isOne(selector: readonly CssNode[]): boolean {
  const last = selector.slice(selector.findLastIndex(({ type }) => type === 'Combinator') + 1)
  return last.some(({ type }) => type === 'ClassSelector') || !last.some((part) => NESTING.has(typeOf(part)))
}
const typeOf = (part: CssNode) => (part.type === 'TypeSelector' ? part.name.toLowerCase() : '')

const words = (text: string) => new Set(text.trim().split(/\s+/))

const NESTING = words('* div span section article main aside header footer nav form fieldset label details')

/**
 * Elements that the app paints light on dark, or in the dark theme the other way round; a test compares them with the
 * app’s own CSS.
 */
export const INVERSE = words(`
.btn.primary .month-day .slot .date .mark .sign-in-mark .kiosk-mark .next-when .gallery-mark .nav-count`)

const PSEUDO = words('hover focus focus-visible active disabled first-child last-child nth-child')

/** Colour, letters, lines and spacing. Nothing that positions, layers, hides, moves, fetches or adds text. */
const PROPERTIES = words(`
  color accent-color background background-color background-image
  font font-family font-size font-style font-weight font-stretch line-height letter-spacing word-spacing text-align text-transform
  text-decoration text-decoration-color text-decoration-line text-decoration-style text-decoration-thickness
  border border-color border-style border-width border-radius
  border-top border-top-color border-top-style border-top-width border-right border-right-color border-right-style border-right-width
  border-bottom border-bottom-color border-bottom-style border-bottom-width border-left border-left-color border-left-style border-left-width
  padding padding-inline padding-block padding-top padding-right padding-bottom padding-left
  margin margin-inline margin-block margin-top margin-right margin-bottom margin-left gap`)

const FUNCTIONS = words(
  'rgb rgba hsl hsla oklch oklab lab lch color-mix var calc min max clamp linear-gradient radial-gradient',
)
