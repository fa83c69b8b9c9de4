/** Where a clinic is, on one line: street and city. Many an address names its city already. */
export const placeOf = ({ address, city }: { readonly address: string | null; readonly city: string }): string =>
  address?.includes(city) ? address : [address, city].filter(Boolean).join(', ')
