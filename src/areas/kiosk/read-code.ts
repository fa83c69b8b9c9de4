/** What the QR code of a visit says: which, and its code. Null for any other, and for one of a visit that is not on this tablet's list. */
export function codeIn(text: string, visits: readonly { readonly id: string }[]): string | null {
  const [, id, code] = /^bedside:([0-9a-f-]{36}):(\d{6})$/.exec(text) ?? []
  return code && visits.some((visit) => visit.id === id) ? code : null
}
