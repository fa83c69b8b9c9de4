/** The operator's Mapbox token as the server last sent it for this host; null if there is none. */
export function mapToken(): string | null {
  try {
    return localStorage.getItem(KEY)
  } catch {
    return null
  }
}

/** Stores the token that the server sent; without one the built-in map is used. */
export function keepMapToken(token: string | undefined): void {
  if (token) localStorage.setItem(KEY, token)
  else localStorage.removeItem(KEY)
}

const KEY = 'map-token'
