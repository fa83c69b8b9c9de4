/** Kinds of picture that are accepted, and the extensions their names may have (TRUST D9). */
export const PICTURE_ENDINGS: Readonly<Record<string, readonly string[]>> = {
  'image/jpeg': ['jpg', 'jpeg'],
  'image/png': ['png'],
  'image/webp': ['webp'],
}

/** What is accepted for a patient in addition. */
export const DOCUMENT_ENDINGS: Readonly<Record<string, readonly string[]>> = {
  ...PICTURE_ENDINGS,
  'application/pdf': ['pdf'],
}
