/**
 * A text as a search compares it: lower case, without accents, the Turkish dotted and dotless i made one. "IŞIL" and
 * "isil" find each other, as they do on the server (unaccent).
 */
export function foldText(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('ı', 'i').replaceAll('ß', 'ss').trim()
}

/** Whether every word of the query stands somewhere in the text. */
export function matchesQuery(text: string, query: string): boolean {
  const folded = foldText(text)
  return foldText(query)
    .split(/\s+/)
    .every((word) => folded.includes(word))
}
