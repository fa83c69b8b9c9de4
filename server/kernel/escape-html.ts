/** A text for use within HTML, or within a quoted attribute: no character of it starts markup. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
