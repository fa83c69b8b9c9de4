/** Kinds of picture that are taken, and the endings their names may have (TRUST D9). */
export const PICTURE_ENDINGS: Readonly<Record<string, readonly string[]>> = {
  'image/jpeg': ['jpg', 'jpeg'],
  'image/png': ['png'],
  'image/webp': ['webp'],
}

/** What is taken of a patient besides. */
export const DOCUMENT_ENDINGS: Readonly<Record<string, readonly string[]>> = {
  ...PICTURE_ENDINGS,
  'application/pdf': ['pdf'],
}
