import { Trans } from '@lingui/react/macro'

/** The platform's own texts, where a clinic has none. A new wording is a new edition: `PLATFORM_LEGAL` in contract/kernel/constants.ts. */
export function PlatformTerms() {
  return (
    <div className="stack measure">
      <p>
        <Trans>
          With an account you book and manage appointments with the doctors of this clinic. The visit itself, and what
          it costs, is between you and the clinic or doctor.
        </Trans>
      </p>
      <p>
        <Trans>
          Please give accurate details and keep your password private. If you cannot attend, cancel in good time so that
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
          For your appointments the clinic keeps your name, your contact details, your birth date and identity number,
          the times of your visits, payments, and what doctors write down about them.
        </Trans>
      </p>
      <p>
        <Trans>
          Only those who treat you, and the desk of the clinic that you visit, see your record. Every look at notes,
          files and identity numbers is written down. Messages never name a specialty, a reason or a drug.
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
          You may ask for a copy of your data, have it corrected, and have your account closed. What the law makes a
          clinic keep is kept as long as the law says.
        </Trans>
      </p>
    </div>
  )
}
