/** Times of a wall as minutes of its day: HHmm as the wire has them, 2400 the end of the day. */
export const minutesOf = (time: number) => Math.floor(time / 100) * 60 + (time % 100)
export const timeOf = (minutes: number) => Math.floor(minutes / 60) * 100 + (minutes % 60)

/** How long hours are, minutes; an end that is not after the start is on the next day, the same time is none at all. */
export function spanMinutes({ startTime, endTime }: { readonly startTime: number; readonly endTime: number }): number {
  const minutes = minutesOf(endTime) - minutesOf(startTime)
  return minutes < 0 ? minutes + 1440 : minutes
}
