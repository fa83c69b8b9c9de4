/** SPEC's kinds of hours. */
export const HOURS_TYPES = ['online', 'physical'] as const
