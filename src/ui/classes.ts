/** Joins class names and other space-separated tokens, leaving out what is absent. */
export const classes = (...names: (string | false | null | undefined)[]): string => names.filter(Boolean).join(' ')
