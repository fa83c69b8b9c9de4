/**
 * Keeps the app running on a page that the browser translates (docs/decisions/0064-translated-pages.md). A translator
 * wraps each text in elements (`<font><font>…`), and the DOM refuses React's next change, which still refers to the
 * bare text: the whole app ended. This uses the element around the moved text instead. Call it once, before anything is
 * drawn.
 */
export function surviveTranslation(): void {
  const { removeChild, insertBefore } = Node.prototype
  Node.prototype.removeChild = function <T extends Node>(this: Node, child: T): T {
    const here = childOver(this, child)
    // something else has removed it from the page already, as intended
    if (here) removeChild.call(this, here)
    return child
  }
  Node.prototype.insertBefore = function <T extends Node>(this: Node, node: T, before: Node | null): T {
    return insertBefore.call(this, node, before && childOver(this, before)) as T // it returns the node it was given
  }
}

/** The child of `parent` that is `node` or contains it; null if there is none. */
function childOver(parent: Node, node: Node): Node | null {
  if (node.parentNode === parent) return node
  for (let over = node.parentNode; over; over = over.parentNode) if (over.parentNode === parent) return over
  return null
}
