/** A person's database on this device. */
export const databaseOf = (personId: string) => `bedside-${personId}`
