import { placeOf } from '../../../contract/clinic/clinic.place.ts'
import type { ClinicFace } from '../../../contract/clinic/clinic.face.ts'
import { LANGUAGE_NAMES, type Language } from '../../../contract/kernel/constants.ts'
import { FORGET_PATHS, SIGN_IN_PATHS } from '../../../contract/session/session.rules.ts'
import type { LoginType } from '../../../contract/session/session.ts'
import { escapeHtml } from '../../kernel/escape-html.ts'
import type { Words } from './words.ts'

/**
 * The sign-in page before any script, with the classes of `src/areas/session/sign-in-screen.tsx`: the clinic's name and
 * a form that can be filled in. The app's own form takes over what is typed (`src/areas/session/early-form.ts`). A form
 * sent without a script goes in a body, never into an address. What needs a script is left out, with its place
 * reserved.
 */
export function markupOf(type: LoginType, language: Language, words: Words, face: ClinicFace | null): string {
  const name = face?.name ?? 'Bedside'
  const intro = { admin: 'For clinics and administration', doctor: 'For doctors', patient: 'For patients' } as const
  const logo = face?.logoId
    ? `<img class="sign-in-mark" alt="" src="/clinic-logo?v=${escapeHtml(face.logoId)}">`
    : `<span class="sign-in-mark" aria-hidden="true">${escapeHtml([...name][0] ?? '')}</span>`
  const say = (id: keyof Words) => escapeHtml(words[id])
  return `<div id="early" class="sign-in">
  <aside class="sign-in-brand">${logo}<p class="sign-in-name">${escapeHtml(name)}</p>
    <p class="sign-in-word">${say(face ? 'Appointments, test results and medication advice in one place, even offline.' : 'Appointments that go on offline.')}</p>
    ${face ? factsOf(face, say) : ''}</aside>
  <main class="sign-in-form clinic-page"><div class="row sign-in-top">${boxOf(language)}</div>
    <div class="sign-in-body"><header><h1>${say('Sign in')}</h1><p class="dim">${say(intro[type])}</p></header>
      <form id="early-form" method="post" action="/">
        <div class="field"><div class="field-head"><label for="early-username">${say('Email or phone')}</label></div>
          <input id="early-username" class="input" name="username" inputmode="email" autocomplete="username webauthn" enterkeyhint="next" autocapitalize="none" spellcheck="false"></div>
        <div class="field"><div class="field-head"><label for="early-password">${say('Password')}</label><span class="field-aside"><a href="${FORGET_PATHS[type]}">${say('Forgot your password?')}</a></span></div>
          <span class="input"><input id="early-password" type="password" name="password" autocomplete="current-password" enterkeyhint="go" autocapitalize="none" spellcheck="false"><span class="btn quiet icon"></span></span></div>
        <label class="check"><input id="early-shared" type="checkbox"${type === 'patient' ? '' : ' checked'}><span class="grow">${say('Others use this device too')}<span class="help">${say('Your data is encrypted on this device and locks after five minutes. Only untick this on your own device.')}</span></span></label>
        <button type="submit" class="btn primary block">${say('Sign in')}</button>
      </form>
      <span class="btn default block" style="visibility:hidden">${say('Sign in with a passkey')}</span>
      <nav class="sign-in-links" aria-label="${say('Other sign-in options')}">${WAYS[type].map(([path, id]) => `<a href="${path}">${say(id)}</a>`).join('')}</nav>
      <p class="xs dim">${say('Unsent changes stay on this device until their author signs in again.')}</p>
    </div></main>
</div>`
}

/** As in `src/areas/session/other-doors.tsx`. */
const WAYS = {
  patient: [
    ['/patient-register', 'Create an account'],
    [SIGN_IN_PATHS.doctor, 'I am a doctor'],
    [SIGN_IN_PATHS.admin, 'Clinic and administration'],
  ],
  doctor: [
    ['/doctor-register', 'Register as a doctor'],
    [SIGN_IN_PATHS.patient, 'I am a patient'],
    [SIGN_IN_PATHS.admin, 'Clinic and administration'],
  ],
  admin: [
    ['/signup', 'Create an account'],
    [SIGN_IN_PATHS.patient, 'I am a patient'],
    [SIGN_IN_PATHS.doctor, 'I am a doctor'],
  ],
} as const satisfies Record<LoginType, readonly (readonly [string, keyof Words])[]>

/** Shows the current language; another is chosen in the app. */
const boxOf = (language: Language) =>
  `<span class="sign-in-language"><span class="select"><span class="input">${LANGUAGE_NAMES[language]}</span></span></span>`

const factsOf = ({ address, city, phone }: ClinicFace, say: (id: keyof Words) => string) =>
  `<dl class="kv sign-in-facts"><div><dt>${say('Address')}</dt><dd>${escapeHtml(placeOf({ address, city }))}</dd></div>${
    phone
      ? `<div><dt>${say('Phone')}</dt><dd><a href="tel:${escapeHtml(phone)}">${escapeHtml(phone)}</a></dd></div>`
      : ''
  }</dl>`
