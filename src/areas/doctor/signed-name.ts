/** A doctor's name as it is signed: with the title, where their card is on this device. */
export const signedName = (doctor: { readonly title: string | null } | null | undefined, name: string): string =>
  [doctor?.title, name].filter(Boolean).join(' ')
