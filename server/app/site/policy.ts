/** Of every public page. No script at all; structured data for search engines does not count as one (TRUST D7). */
export const SITE_POLICY = [
  "default-src 'none'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self'",
  // with no script nothing connects; tools that judge a page ask for robots.txt in its name
  "connect-src 'self'",
  "font-src 'self'",
  "manifest-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')
