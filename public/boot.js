// Runs before the first paint, so that neither theme nor language nor brand flashes. A file of its own, but on the sign-in pages, where it stands in
// the page and is allowed by what it holds (server/app/sign-in-page). The keys are read and written by src/ui/theme.ts and src/ui/brand.ts.
(() => {
  const root = document.documentElement
  const standing = root.lang
  root.lang = /(?:^|;\s*)user-lang=(tr|en|de|ru)(?:;|$)/.exec(document.cookie)?.[1] ?? keptLanguage() ?? 'tr'
  // a page that stands in Turkish, the language of those who have chosen none, is described in it too
  const about = root.lang !== standing && {
    en: 'Appointments, tests and medication advice in one place, even offline.',
    de: 'Termine, Untersuchungen und Medikamentenempfehlungen an einem Ort, auch ohne Internet.',
    ru: 'Приёмы, анализы и назначения в одном месте, даже без интернета.',
  }[root.lang]
  if (about) document.querySelector('meta[name="description"]').content = about

  let theme = null
  let brand = null
  let token = null
  try {
    token = localStorage.getItem('signed-in') ?? localStorage.getItem('user-token')
    theme = localStorage.getItem('ui-theme')
    brand = localStorage.getItem('ui-brand')
    // who goes on into the app at once, and a tablet for check-in, see no sign-in form on the way (server/app/sign-in-page)
    if (token || localStorage.getItem('kiosk')) root.dataset.goesOn = ''
  } catch {
    // Storage can be closed to us (private mode, policy); the system's theme serves.
  }
  // Whoever has a token goes on into the frame: its files come down beside the first, which would ask for them when it has run, and the
  // letters that names are written with, without which a page is laid out twice. Meanwhile a thread of its own does what would hold it up later.
  const files = document.currentScript.dataset
  const fetchSoon = (rel, file, as) => {
    const link = Object.assign(document.createElement('link'), { rel, href: `/${file}`, crossOrigin: '' })
    if (as) link.as = as
    document.head.append(link)
  }
  if (token && files.frame) {
    // the browser reads the disk's table of contents beside the scripts, not after them: nothing is made where nothing is
    indexedDB.databases?.().catch(() => undefined)
    new Worker('/warm.js')
    const isLanding = location.pathname === '/' || location.pathname === '/appointment'
    fetchSoon('preload', files.letters, 'font')
    for (const file of `${files.frame} ${files[root.lang]}${isLanding ? ` ${files.landing}` : ''}`.split(' '))
      fetchSoon('modulepreload', file)
  }

  // SPEC §9 keeps it in local storage too, longer than a cookie lasts
  function keptLanguage() {
    try {
      return ['tr', 'en', 'de', 'ru'].find((each) => each === localStorage.getItem('user-lang'))
    } catch {
      return undefined
    }
  }

  // a sign-in that is sent before the app is there waits for it, with what was typed (src/areas/session/early-form.ts)
  addEventListener('submit', (event) => {
    if (event.target.id !== 'early-form') return
    event.preventDefault()
    event.target.dataset.sent = ''
  })

  const dark = theme === 'dark' || (theme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  root.dataset.theme = dark ? 'dark' : 'light'

  const numbers = /^([\d.]+) ([\d.]+)$/.exec(brand ?? '')
  if (numbers) {
    root.style.setProperty('--brand-h', numbers[1])
    root.style.setProperty('--brand-c', numbers[2])
  }
})()
