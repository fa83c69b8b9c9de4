/** Only the fields that are present: an absent field must not overwrite the row's. */
export const presentFields = <T extends object>(input: T) =>
  Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>
  } // Object.fromEntries loses the type
