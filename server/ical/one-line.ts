/**
 * A text as one line of iCalendar. Some readers also end a line at other characters (U+2028, U+2029, controls), and
 * lose what surrounds them.
 */
export const oneLine = (text: string): string => text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ')
