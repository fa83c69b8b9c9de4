/** The code in a visit's QR code. Null for any other text, and for a visit that is not on this tablet's list. */
export function codeIn(text: string, visits: readonly { readonly id: string }[]): string | null {
  const [, id, code] = /^bedside:([0-9a-f-]{36}):(\d{6})$/.exec(text) ?? []
  return code && visits.some((visit) => visit.id === id) ? code : null
}
