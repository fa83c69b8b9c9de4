/** The listener of the command search, which loads after the first screen; a press before that waits for it. */
let hear: ((what: Asked) => void) | null = null
let early: Asked | null = null

export type Asked = 'search' | 'keys'

export function openCommand(what: Asked): void {
  if (hear) hear(what)
  else early = what
}

export function onOpenCommand(listen: (what: Asked) => void): () => void {
  hear = listen
  if (early) listen(early)
  early = null
  return () => void (hear = null)
}
