/** How a browser without an install prompt puts a page on the home screen. */
export type InstallWay = 'ios' | 'android' | 'firefox-android' | 'firefox' | 'safari' | 'chromium'

/** Reads the user agent: there is no other way to know a browser's menus, and a wrong guess only gives a wrong hint. */
export function installWay({ userAgent, maxTouchPoints }: Pick<Navigator, 'userAgent' | 'maxTouchPoints'>): InstallWay {
  // an iPad claims to be a Mac, but no Mac has a touch screen
  if (/iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1)) return 'ios'
  if (/Firefox\//.test(userAgent)) return /Android/.test(userAgent) ? 'firefox-android' : 'firefox'
  if (/Android/.test(userAgent)) return 'android'
  return /Safari\//.test(userAgent) && !/Chrom(e|ium)\//.test(userAgent) ? 'safari' : 'chromium'
}
