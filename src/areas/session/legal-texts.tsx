import { Trans } from '@lingui/react/macro'

/**
 * The platform's own texts, for clinics that have none. A new wording needs a new edition: `PLATFORM_LEGAL` in
 * contract/kernel/constants.ts.
 */
export function PlatformTerms() {
  return (
    <div className="stack measure">
      <p>
        <Trans>
          With an account you can book and manage appointments with the doctors at this clinic. The treatment itself,
          and its price, is between you and the clinic or doctor.
        </Trans>
      </p>
      <p>
        <Trans>
          Give accurate details and keep your password private. If you cannot attend, cancel in good time so that
          someone else can have the appointment; the deadline is shown when you book.
        </Trans>
      </p>
      <p>
        <Trans>The platform is no emergency service. In an emergency call the emergency number of your country.</Trans>
      </p>
      <p>
        <Trans>
          You can close your account at any time in your profile. The clinic may close accounts that are misused.
        </Trans>
      </p>
    </div>
  )
}

export function PlatformPolicy() {
  return (
    <div className="stack measure">
      <p>
        <Trans>
          For your appointments the clinic keeps your name, contact details, date of birth, identity number, appointment
          times, payments and what doctors record.
        </Trans>
      </p>
      <p>
        <Trans>
          Only the people who treat you, and reception at the clinic you go to, can see your record. Every time someone
          opens notes, files or identity numbers, this is recorded. Messages never name a specialty, a reason or a
          medicine.
        </Trans>
      </p>
      <p>
        <Trans>
          On your own device what you need offline is kept until you sign out. What you have written and not sent yet
          stays on the device for you alone.
        </Trans>
      </p>
      <p>
        <Trans>
          You can ask for a copy of your data, have it corrected, and have your account closed. Data that the clinic
          must keep by law is kept for as long as the law requires.
        </Trans>
      </p>
    </div>
  )
}
