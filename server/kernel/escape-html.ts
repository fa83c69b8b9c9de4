/** A text as it stands within HTML, or within an attribute in quotes: no sign of it begins markup. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
