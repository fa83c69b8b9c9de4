/**
 * Lets the app live on a page that the browser translates (docs/decisions/0064-translated-pages.md). A translator puts each text into elements of its
 * own (`<font><font>…`), and React, which still means the bare text, is refused by the DOM at its next change: the whole app ended. What
 * stands around the moved text is taken in its place. Called once, before anything is drawn.
 */
export function surviveTranslation(): void {
  const { removeChild, insertBefore } = Node.prototype
  Node.prototype.removeChild = function <T extends Node>(this: Node, child: T): T {
    const here = childOver(this, child)
    // taken off the page by somebody else: that it should be gone is so already
    if (here) removeChild.call(this, here)
    return child
  }
  Node.prototype.insertBefore = function <T extends Node>(this: Node, node: T, before: Node | null): T {
    return insertBefore.call(this, node, before && childOver(this, before)) as T // it answers with what it was given
  }
}

/** The child of `parent` that is `node` or holds it; null where it stands nowhere below. */
function childOver(parent: Node, node: Node): Node | null {
  if (node.parentNode === parent) return node
  for (let over = node.parentNode; over; over = over.parentNode) if (over.parentNode === parent) return over
  return null
}
