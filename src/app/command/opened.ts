/** The listener of the command search, which loads after the first screen; a press before that waits for it. */
let listener: ((what: Asked) => void) | null = null
let early: Asked | null = null

export type Asked = 'search' | 'keys'

export function openCommand(what: Asked): void {
  if (listener) listener(what)
  else early = what
}

export function onOpenCommand(listen: (what: Asked) => void): () => void {
  listener = listen
  if (early) listen(early)
  early = null
  return () => void (listener = null)
}
