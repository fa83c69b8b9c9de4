/** A text in pieces, each either shared with the other text or only in this one. Words are compared whole. */
export type Piece = { readonly text: string; readonly differs: boolean }

/**
 * The words of `mine` that are not in `theirs`, by the longest common subsequence of words (LOOKS "Conflict":
 * differences are underlined). Pure.
 */
export function wordDiff(mine: string, theirs: string): Piece[] {
  const [a, b] = [wordsOf(mine), wordsOf(theirs)]
  // two long texts are not compared word by word, since the cost is the product of their lengths
  if (a.length * b.length > 250_000) return [{ text: mine, differs: mine !== theirs }]
  const common = Array.from({ length: a.length + 1 }, () => new Uint16Array(b.length + 1))
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      common[i]![j] = a[i] === b[j] ? common[i + 1]![j + 1]! + 1 : Math.max(common[i + 1]![j]!, common[i]![j + 1]!)
    }
  }
  const pieces: Piece[] = []
  for (let i = 0, j = 0; i < a.length; i++) {
    while (j < b.length && a[i] !== b[j] && common[i]![j + 1]! >= common[i + 1]![j]!) j++
    const same = j < b.length && a[i] === b[j]
    if (same) j++
    add(pieces, a[i]!, !same && a[i]!.trim() !== '')
  }
  return pieces
}

const wordsOf = (text: string) => text.split(/(\s+)/).filter((word) => word !== '')

function add(pieces: Piece[], text: string, differs: boolean) {
  const last = pieces.at(-1)
  if (last?.differs === differs) pieces[pieces.length - 1] = { text: last.text + text, differs }
  else pieces.push({ text, differs })
}
