import { fork, generate, type CssNode, type Selector } from 'css-tree'

/**
 * The part of a style sheet that can apply to a piece of HTML: rules with a selector whose classes, elements and ids
 * all occur in it, in their order and layers. Typefaces and animations are left out: the first drawing waits for no
 * file.
 */
export function stylesFor(sheet: string, html: string): string {
  const classes = new Set([...html.matchAll(/ class="([^"]*)"/g)].flatMap(([, names = '']) => names.split(' ')))
  const elements = new Set(['html', 'body', '*', ...[...html.matchAll(/<([a-z]\w*)/g)].map(([, name = '']) => name)])
  const ids = new Set([...html.matchAll(/ id="([^"]*)"/g)].map(([, name = '']) => name))
  const fits = (selector: CssNode) =>
    selector.type !== 'Selector' ||
    (selector as Selector).children
      .toArray()
      .every((part) =>
        part.type === 'ClassSelector'
          ? classes.has(part.name)
          : part.type === 'TypeSelector'
            ? elements.has(part.name)
            : part.type === 'IdSelector'
              ? ids.has(part.name)
              : part.type !== 'PseudoElementSelector' ||
                part.name === 'before' ||
                part.name === 'after' ||
                part.name === 'placeholder',
      )

  /** Whether anything of the rule remains. */
  function keep(node: CssNode): boolean {
    if (node.type === 'Rule') {
      if (node.prelude.type === 'SelectorList') {
        const list = node.prelude.children
        list.forEach((selector, item) => void (fits(selector) || list.remove(item)))
        if (list.isEmpty) return false
      }
      node.block.children.forEach((each, item, list) => void (keep(each) || list.remove(item)))
      return !node.block.children.isEmpty
    }
    if (node.type !== 'Atrule') return true
    if (
      node.name === 'font-face' ||
      node.name.endsWith('keyframes') ||
      node.name === 'view-transition' ||
      node.name === 'page'
    )
      return false
    // `@layer a, b;` sets their order
    if (!node.block) return true
    node.block.children.forEach((each, item, list) => void (keep(each) || list.remove(item)))
    return !node.block.children.isEmpty
  }
  // a separate parser, as in areas/clinic/page-css.ts
  const parsed = fork({}).parse(sheet, { parseValue: false, parseCustomProperty: false, parseAtrulePrelude: false })
  if (parsed.type !== 'StyleSheet') return ''
  parsed.children.forEach((node, item, list) => void (keep(node) || list.remove(item)))
  return generate(parsed)
}
