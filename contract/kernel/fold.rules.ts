/**
 * A text as a search compares it: lower case, without accents, dotted and dotless i alike. "IŞIL" and "isil" match, as
 * they do on the server (unaccent).
 */
export function foldText(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('ı', 'i').replaceAll('ß', 'ss').trim()
}

/** Whether every word of the query occurs in the text. */
export function matchesQuery(text: string, query: string): boolean {
  const folded = foldText(text)
  return foldText(query)
    .split(/\s+/)
    .every((word) => folded.includes(word))
}
