/**
 * The UID of a record in calendars (RFC 5545). A file, a shared calendar and a mail use the same one, so that each
 * replaces the other.
 */
export const eventUid = (id: string): string => `${id}@bedside`
