import { html, type Html } from '../html.ts'
import type { GuestWords } from '../words/guest-words.ts'

/** Where a stranger types the code that was sent, by hand or by the phone's own suggestion. `wrong`: why it was refused. */
export const codeField = (words: GuestWords, wrong: string | null): Html =>
  html`<div class="field">
    <label for="guest-code">${words.code}</label>
    <p class="dim" id="guest-code-help">${words.codeHelp}</p>
    ${wrong && html`<p class="wrong" id="guest-code-wrong" role="alert">${wrong}</p>`}
    <input
      id="guest-code"
      name="code"
      inputmode="numeric"
      autocomplete="one-time-code"
      maxlength="20"
      required
      ${wrong && html`aria-invalid="true"`}
      aria-describedby="guest-code-help${wrong && ' guest-code-wrong'}"
    />
  </div>`
