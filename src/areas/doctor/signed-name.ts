/** A doctor's name as a signature: with the title, if their card is on this device. */
export const signedName = (doctor: { readonly title: string | null } | null | undefined, name: string): string =>
  [doctor?.title, name].filter(Boolean).join(' ')
