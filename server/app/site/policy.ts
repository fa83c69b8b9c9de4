/** Of every public page. No script at all; structured data for search engines does not count as one (TRUST D7). */
export const policyFor = (framedBy: readonly string[]) => `${POLICY}; frame-ancestors ${framedBy.join(' ') || "'none'"}`

const POLICY = [
  "default-src 'none'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self'",
  // with no script nothing connects; tools that judge a page ask for robots.txt in its name
  "connect-src 'self'",
  "font-src 'self'",
  "manifest-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
].join('; ')

/** No page may frame it. */
export const SITE_POLICY = policyFor([])
