/** Wall times as minutes of their day: HHmm as on the wire; 2400 is the end of the day. */
export const minutesOf = (time: number) => Math.floor(time / 100) * 60 + (time % 100)
export const timeOf = (minutes: number) => Math.floor(minutes / 60) * 100 + (minutes % 60)

/** The length of hours in minutes. An end that is not after the start is on the next day; equal ends have no length. */
export function spanMinutes({ startTime, endTime }: { readonly startTime: number; readonly endTime: number }): number {
  const minutes = minutesOf(endTime) - minutesOf(startTime)
  return minutes < 0 ? minutes + 1440 : minutes
}
