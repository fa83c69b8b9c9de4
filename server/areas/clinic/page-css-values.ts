import { generate, lexer, type CssNode, type Declaration } from 'css-tree'

/**
 * Which values page CSS may have, so that no text of the page can be hidden with it (decision 0082): letters stay large
 * enough to read, spacing is limited, and a colour keeps its hue but gets a lightness at which the app's own tokens are
 * legible.
 */
export function isReadable(property: string, node: Declaration): boolean {
  if (node.value.type !== 'Value') return false
  const parts = node.value.children.toArray().filter(({ type }) => type !== 'WhiteSpace')
  if (property === 'font') return isFont(parts)
  return parts.every((part) => isPart(property, part))
}

function isPart(property: string, part: CssNode): boolean {
  switch (property) {
    case 'font-size':
      return isSize(part)
    case 'font-family':
      return isFamily(part)
    case 'line-height':
      return part.type === 'Number' ? isWithin(part, 1, 3) : isWord(part, ['normal', ...WIDE])
    case 'letter-spacing':
      return isLength(part, 0, 5) || isWord(part, ['normal', ...WIDE])
    case 'word-spacing':
      return isLength(part, 0, 16) || isWord(part, ['normal', ...WIDE])
    case 'text-decoration':
    case 'text-decoration-line':
    case 'text-decoration-thickness':
      if (part.type === 'Identifier') return !['line-through', 'blink'].includes(part.name.toLowerCase())
      return part.type === 'Dimension' || part.type === 'Number' ? isLength(part, 0, 3) : isColour(part)
    case 'border-radius':
      return isOperator(part) || isLength(part, 0, 32) || isWord(part, WIDE)
    default:
      if (property.startsWith('border')) return isLength(part, 0, 8) || part.type === 'Identifier' || isColour(part)
      if (/^(?:margin|padding|gap)/.test(property) && part.type === 'Dimension' && part.unit in PX)
        return isLength(part, 0, 64)
      return !(property.startsWith('background') && hasCurrentColour(part))
  }
}

/** Checks sizes and families of the shorthand: `700 1.2rem/1.3 Georgia, serif`. */
function isFont(parts: readonly CssNode[]): boolean {
  return parts.every((part, i) => {
    const before = parts[i - 1]
    if (before && isOperator(before, '/')) return isPart('line-height', part)
    if (part.type === 'Number') return isWithin(part, 100, 900)
    return (
      isOperator(part) ||
      isSize(part) ||
      isFamily(part) ||
      isWord(part, ['italic', 'oblique', 'bold', 'bolder', 'lighter'])
    )
  })
}

/** Between 12 and 64 px, in a unit that does not multiply from element to element. */
function isSize(part: CssNode): boolean {
  if (part.type !== 'Function') return isLength(part, 12, 64, ['px', 'rem']) || isWord(part, [...SIZES, ...WIDE])
  const ends = part.children.toArray().filter(({ type }) => type === 'Dimension')
  const [least, most] = [ends.at(0), ends.at(-1)]
  return (
    part.name.toLowerCase() === 'clamp' &&
    part.children.toArray().every(({ type }) => ['Dimension', 'Operator', 'WhiteSpace'].includes(type)) &&
    ends.length === 3 &&
    [least, most].every((end) => end !== undefined && isLength(end, 12, 64, ['px', 'rem']))
  )
}

/** A font family that shows letters as letters, not a symbol font. */
const isFamily = (part: CssNode) =>
  part.type === 'String'
    ? FAMILIES.has(part.value.toLowerCase())
    : isOperator(part, ',') || isWord(part, [...FAMILY_WORDS, ...WIDE])

const isLength = (part: CssNode, least: number, most: number, units = Object.keys(PX)): boolean =>
  part.type === 'Number'
    ? Number(part.value) === 0 && least === 0
    : part.type === 'Dimension' &&
      units.includes(part.unit.toLowerCase()) &&
      Number(part.value) * PX[part.unit.toLowerCase()]! >= least &&
      Number(part.value) * PX[part.unit.toLowerCase()]! <= most

const isWithin = (part: CssNode, least: number, most: number) =>
  part.type === 'Number' && Number(part.value) >= least && Number(part.value) <= most

const isWord = (part: CssNode, words: readonly string[]) =>
  part.type === 'Identifier' && words.includes(part.name.toLowerCase())

const isOperator = (part: CssNode, sign?: string) => part.type === 'Operator' && (!sign || part.value.trim() === sign)

const isColour = (part: CssNode) =>
  part.type === 'Hash' || (part.type === 'Function' && COLOURS.has(part.name.toLowerCase())) || isNamedColour(part)

const isNamedColour = (part: CssNode) =>
  part.type === 'Identifier' && lexer.matchType('color', part).matched !== null && !isWord(part, ['transparent'])

/** A background in the colour of its own letters hides them. */
const hasCurrentColour = (part: CssNode): boolean =>
  isWord(part, ['currentcolor']) || (part.type === 'Function' && part.children.some(hasCurrentColour))

/** Rewrites a value in place; it has been found readable. */
export function keepReadable(property: string, node: Declaration): void {
  if (node.value.type !== 'Value') return
  if (property === 'color') node.value.children = node.value.children.map(withColour(TEXT))
  if (property.startsWith('background')) node.value.children = node.value.children.map(withColour(GROUND))
  if (/^(?:margin|padding|gap)/.test(property)) node.value.children = node.value.children.map(bounded)
}

const withColour =
  (bounds: (colour: string) => string) =>
  (part: CssNode): CssNode => {
    if (isColour(part) && !isWord(part, ['currentcolor'])) return raw(bounds(generate(part)))
    if (part.type === 'Function') return { ...part, children: part.children.map(withColour(bounds)) }
    // transparent text must stay visible
    return bounds === TEXT && isWord(part, ['transparent']) ? raw(bounds('black')) : part
  }

/** Limits values that are computed in the browser, so that they never reach over a neighbour. */
function bounded(part: CssNode): CssNode {
  const isSpace = part.type === 'Dimension' || part.type === 'Percentage' || part.type === 'Function'
  return isSpace ? raw(`clamp(0px,${generate(part)},min(4rem,4vw))`) : part
}

const raw = (value: string): CssNode => ({ type: 'Raw', value })

/** The app's faintest text has lightness 0.49 on 0.932 in light and 0.74 on 0.28 in dark (src/ui/tokens.css): 4.5:1. */
const TEXT = (colour: string) =>
  `light-dark(oklch(from ${colour} min(l,.46) min(c,.13) h/1),oklch(from ${colour} max(l,.78) min(c,.11) h/1))`
const GROUND = (colour: string) =>
  `light-dark(oklch(from ${colour} max(l,.935) min(c,.04) h/alpha),oklch(from ${colour} min(l,.28) min(c,.045) h/alpha))`

/** Whether a rule moves things; on nested elements such rules would add up. */
export const isSpacing = (property: string) => /^(?:margin|padding|gap|border)/.test(property)
export const isColouring = (property: string) => property === 'color' || property.startsWith('background')

/** Pixels per unit; `em` as in the app's text. */
const PX: Readonly<Record<string, number>> = { px: 1, rem: 16, em: 16 }
const WIDE = ['inherit', 'initial', 'unset', 'revert']
const SIZES = ['small', 'medium', 'large', 'x-large', 'xx-large']
const COLOURS = new Set(['rgb', 'rgba', 'hsl', 'hsla', 'oklch', 'oklab', 'lab', 'lch', 'color-mix', 'var'])
const FAMILIES = new Set([
  'arial',
  'arial narrow',
  'avenir next',
  'baskerville',
  'book antiqua',
  'calibri',
  'cambria',
  'candara',
  'century gothic',
  'consolas',
  'courier new',
  'didot',
  'franklin gothic medium',
  'futura',
  'garamond',
  'georgia',
  'gill sans',
  'helvetica',
  'helvetica neue',
  'ibm plex sans',
  'lucida grande',
  'lucida sans',
  'noto sans',
  'optima',
  'palatino',
  'palatino linotype',
  'rockwell',
  'segoe ui',
  'tahoma',
  'times',
  'times new roman',
  'trebuchet ms',
  'verdana',
])
const GENERIC = ['serif', 'sans-serif', 'monospace', 'system-ui', 'ui-serif', 'ui-sans-serif', 'ui-rounded']
const FAMILY_WORDS = [...GENERIC, ...[...FAMILIES].flatMap((name) => name.split(' '))]
