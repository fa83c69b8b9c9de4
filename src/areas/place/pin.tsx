/** The pin of the chosen place; its tip is the place. The map's label says in words where it is. */
export function Pin() {
  return (
    <svg className="map-pin" width="32" height="40" viewBox="0 0 32 40" aria-hidden>
      <path d="M16 39C10 30 3 23.5 3 15a13 13 0 0 1 26 0c0 8.500-7 15-13 24Z" />
      <circle cx="16" cy="15" r="5" />
    </svg>
  )
}
