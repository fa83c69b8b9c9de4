/** How a person authenticates (TRUST D1). A client outside a browser needs only the token. */
export const securitySchemes = {
  token: {
    type: 'http',
    scheme: 'bearer',
    description: 'The `token` that `POST /api/auth/{type}` answers.',
  },
  cookie: {
    type: 'apiKey',
    in: 'cookie',
    name: '__Host-bind',
    description:
      'Set by a sign-in from a browser, which then needs it beside the token; no script can read it. Over plain http on one’s own machine its name is `bind`.',
  },
} as const

/** Signed in, outside a browser or in one. */
export const signedIn = [{ token: [] }, { token: [], cookie: [] }] as const
