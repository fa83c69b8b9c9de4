/**
 * Statements that may take longer than the tour allows, each by how it begins, with the reason. A slow statement that
 * is not listed fails the tour; a listed one that was not slow is reported, so that the list stays short.
 */
export const EXPLAINED: readonly { readonly begins: string; readonly why: string }[] = [
  {
    begins: 'with fitting as (',
    why: 'the soonest free times of any doctor: the days of each are worked out until ten are found, some 2 ms a doctor; held by itself, as "the next free time of any doctor"',
  },
]
