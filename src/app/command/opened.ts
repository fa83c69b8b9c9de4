/** The listener of the command search, which loads after the first screen; a press before that waits for it. */
let listener: ((what: CommandView) => void) | null = null
let early: CommandView | null = null

export type CommandView = 'search' | 'keys'

export function openCommand(what: CommandView): void {
  if (listener) listener(what)
  else early = what
}

export function onOpenCommand(listen: (what: CommandView) => void): () => void {
  listener = listen
  if (early) listen(early)
  early = null
  return () => void (listener = null)
}
