/**
 * Browser and system of a `User-Agent` in words, to know one's own devices by ("Firefox, Android"); at most 80 characters, empty where
 * it says neither. Nothing is decided by it.
 */
export function agentOf(userAgent: string): string {
  const name = (table: readonly (readonly [RegExp, string])[]) => table.find(([sign]) => sign.test(userAgent))?.[1]
  return [name(BROWSERS), name(SYSTEMS)].filter(Boolean).join(', ')
}

/** The first that fits: later ones call themselves by the names of earlier ones too. */
const BROWSERS = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bYaBrowser\//, 'Yandex'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
] as const
const SYSTEMS = [
  [/\bAndroid\b/, 'Android'],
  [/\biPad\b/, 'iPad'],
  [/\b(iPhone|iPod)\b/, 'iPhone'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'Mac'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
] as const
