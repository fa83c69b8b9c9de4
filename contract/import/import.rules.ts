import type { Import } from './import.ts'

/** Whether `import.undo` is still possible. */
export const isUndoable = ({ state, counts, linesKept }: Pick<Import, 'state' | 'counts' | 'linesKept'>): boolean =>
  state === 'done' && linesKept && counts.done > 0
