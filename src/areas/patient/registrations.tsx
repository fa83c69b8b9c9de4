import { Trans, useLingui } from '@lingui/react/macro'
import type { Registration } from '../../../contract/registration/registration.ts'
import { formatDate, formatWallDate } from '../../i18n/format.ts'
import { useDevice } from '../../screen/device.ts'
import { useProblemWords } from '../../screen/problem-words.ts'
import { useAnswer } from '../../screen/use-answer.ts'
import { Button } from '../../ui/button.tsx'
import { Card, KeyValues } from '../../ui/card.tsx'
import { Note } from '../../ui/note.tsx'
import { showToast } from '../../ui/toast.ts'
import { acceptRegistration, declineRegistration, listRegistrations } from './commands-registration.ts'
import { PhoneLink } from './patient-words.tsx'

/**
 * Patients who registered on a private clinic's host and wait to be accepted (docs/decisions/0067). Draws nothing if
 * there are none.
 */
export function Registrations() {
  const { person } = useDevice()
  return person.type === 'clinic' ? <Waiting /> : null
}

function Waiting() {
  const { t } = useLingui()
  const device = useDevice()
  const words = useProblemWords()
  const response = useAnswer(listRegistrations, 'registrations')
  const waiting = response.value?.registrations ?? []
  if (waiting.length === 0) return null

  async function decide(outcome: Awaited<ReturnType<typeof declineRegistration>>, done: string) {
    if (outcome.kind === 'done') showToast({ kind: 'saved', title: done })
    else showToast({ kind: 'failed', title: words(outcome) })
    response.again()
  }
  return (
    <Card title={<Trans>Registrations that wait for you</Trans>}>
      <div className="stack">
        <Note tone="waiting">
          <Trans>
            Anybody can type any name, phone or number. Accept only whom you know or whose paper you have seen: from
            then on they read what is kept of this patient.
          </Trans>
        </Note>
        <ul className="stack">
          {waiting.map((each) => (
            <li key={each.id} className="stack-2">
              <p>
                <b>
                  {each.title} {each.name}
                </b>{' '}
                <span className="dim">
                  {each.type === 'doctor' ? <Trans>A doctor’s account</Trans> : <Trans>A patient’s account</Trans>},{' '}
                  {formatDate(each.askedAt, device.zone)}
                </span>
              </p>
              <Typed registration={each} />
              {each.matches.map((match) => (
                <div key={match.id} className="stack-2">
                  <p>
                    <Match match={match} />
                  </p>
                  {!match.signsIn && (
                    <div className="row">
                      <Button
                        onClick={() =>
                          void acceptRegistration(device, each.id, match.id).then((outcome) =>
                            decide(outcome, t`The patient can now sign in to their account`),
                          )
                        }
                      >
                        <Trans>I have seen them: it is {match.name}</Trans>
                      </Button>
                    </div>
                  )}
                </div>
              ))}
              <div className="row wrap">
                <Button
                  onClick={() =>
                    void declineRegistration(each.id).then((outcome) =>
                      decide(outcome, t`The registration is declined`),
                    )
                  }
                >
                  <Trans>Decline</Trans>
                  <span className="vh"> {each.name}</span>
                </Button>
                <Button
                  look="primary"
                  onClick={() =>
                    void acceptRegistration(device, each.id).then((outcome) =>
                      decide(outcome, t`The registration is accepted`),
                    )
                  }
                >
                  {each.type === 'doctor' ? <Trans>Accept the doctor</Trans> : <Trans>Accept as a new patient</Trans>}
                  <span className="vh"> {each.name}</span>
                </Button>
              </div>
            </li>
          ))}
        </ul>
      </div>
    </Card>
  )
}

function Typed({ registration: { email, phone, birthDate, identityEnd, city } }: { registration: Registration }) {
  return (
    <KeyValues
      items={[
        { key: <Trans>Email</Trans>, value: <span className="anywhere">{email}</span> },
        { key: <Trans>Phone</Trans>, value: <PhoneLink phone={phone} /> },
        ...(birthDate ? [{ key: <Trans>Birth date</Trans>, value: dayOf(birthDate) }] : []),
        ...(identityEnd
          ? [{ key: <Trans>Identity or passport number</Trans>, value: <Trans>ends with {identityEnd}</Trans> }]
          : []),
        ...(city ? [{ key: <Trans>City</Trans>, value: city }] : []),
      ]}
    />
  )
}

function Match({ match: { name, birthDate, by, signsIn } }: { match: Registration['matches'][number] }) {
  const { t } = useLingui()
  const same = {
    identity: t`the identity number`,
    phone: t`the phone number`,
    email: t`the email address`,
    name: t`name and birth date`,
  }
  const what = by.map((each) => same[each]).join(', ')
  const who = birthDate ? `${name} (${dayOf(birthDate)})` : name
  return signsIn ? (
    <Trans>
      Your clinic already knows {who} by {what}. They have an account: decline, and create a recovery code in their
      record.
    </Trans>
  ) : (
    <Trans>
      Your clinic knows {who} by {what}.
    </Trans>
  )
}

const dayOf = (isoDay: string) => formatWallDate(Number(isoDay.replaceAll('-', '')))
