/** A text on one line of iCalendar. Some readers end a line at signs that are none of its own (U+2028, U+2029, controls), and lose what stands around them. */
export const oneLine = (text: string): string => text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ')
