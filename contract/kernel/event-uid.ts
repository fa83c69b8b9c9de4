/** The UID of a record in every calendar it is put into (RFC 5545), by a file, a shared calendar or a mail, so that one replaces the other. */
export const eventUid = (id: string): string => `${id}@bedside`
