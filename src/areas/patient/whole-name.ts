/** Whether the text is a first and a last name, not just the beginning of one. */
export const isWholeName = (typed: string) =>
  typed
    .trim()
    .split(/\s+/)
    .filter((word) => /\p{L}/u.test(word)).length > 1
