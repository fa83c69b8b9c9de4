/** Only what was said: a field left out says nothing, and must not take the row's own away. */
export const given = <T extends object>(input: T) =>
  Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>
  } // what Object.fromEntries cannot know
