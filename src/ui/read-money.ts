/** "1 250", "1250,5" and "1250.50" in minor units; null for anything but an amount with at most two decimals. */
export function readMoney(typed: string): number | null {
  const found = /^(\d{1,9})(?:[.,](\d{1,2}))?$/.exec(typed.replaceAll(/\s/g, ''))
  return found ? Number(found[1]) * 100 + Number((found[2] ?? '').padEnd(2, '0')) : null
}
