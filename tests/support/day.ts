/**
 * The moment tests begin at, epoch ms: this week's Wednesday, 15:07 on Istanbul's wall, so that neither the weekday nor the hour a
 * suite is started at decides what it finds. `BEDSIDE_TEST_NOW` (ISO) begins elsewhere, to look for what an hour does decide.
 */
export function testNow(): number {
  const asked = process.env['BEDSIDE_TEST_NOW']
  if (asked) return new Date(asked).getTime()
  const day = new Date()
  day.setUTCDate(day.getUTCDate() - ((day.getUTCDay() + 6) % 7) + 2)
  day.setUTCHours(12, 7, 0, 0)
  return day.getTime()
}
