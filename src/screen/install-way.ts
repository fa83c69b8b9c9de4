/** How a browser without an install prompt puts a page on the home screen. */
export type InstallWay = 'ios' | 'android' | 'firefox-android' | 'firefox' | 'safari' | 'chromium'

/** By what the browser says of itself: there is no other way to know its menus, and a wrong guess is only a wrong hint. */
export function installWay({ userAgent, maxTouchPoints }: Pick<Navigator, 'userAgent' | 'maxTouchPoints'>): InstallWay {
  // an iPad says that it is a Mac, but no Mac is touched
  if (/iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1)) return 'ios'
  if (/Firefox\//.test(userAgent)) return /Android/.test(userAgent) ? 'firefox-android' : 'firefox'
  if (/Android/.test(userAgent)) return 'android'
  return /Safari\//.test(userAgent) && !/Chrom(e|ium)\//.test(userAgent) ? 'safari' : 'chromium'
}
