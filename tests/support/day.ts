/**
 * The time at which tests begin, epoch ms: this week's Wednesday, 15:07 in Istanbul, so that results depend neither on
 * the weekday nor on the hour at which a suite starts. `BEDSIDE_TEST_NOW` (ISO) sets another time, to look for what an
 * hour does change.
 */
export function testNow(): number {
  const override = process.env['BEDSIDE_TEST_NOW']
  if (override) return new Date(override).getTime()
  const day = new Date()
  day.setUTCDate(day.getUTCDate() - ((day.getUTCDay() + 6) % 7) + 2)
  day.setUTCHours(12, 7, 0, 0)
  return day.getTime()
}
