import { Trans, useLingui } from '@lingui/react/macro'
import type { Proposal } from '../../../contract/proposal/proposal.ts'
import { formatDate } from '../../i18n/format.ts'
import { useDevice } from '../../screen/device.ts'
import { useProblemWords } from '../../screen/problem-words.ts'
import { useAnswer } from '../../screen/use-answer.ts'
import { useFieldText } from '../../app/sync-centre/use-field-text.ts'
import { Button } from '../../ui/button.tsx'
import { Card, KeyValues } from '../../ui/card.tsx'
import { Note } from '../../ui/note.tsx'
import { LoadError } from '../../ui/states.tsx'
import { showToast } from '../../ui/toast.ts'
import { acceptProposal, dropProposal, listProposals } from './commands.ts'

/** What clinics would like to change on this doctor's card; the doctor accepts or rejects each. */
export function MyProposals() {
  const { t } = useLingui()
  const device = useDevice()
  const words = useProblemWords()
  const response = useAnswer(listProposals, 'proposals')
  const proposals = response.value?.proposals ?? []
  if (response.problem && !response.value) return <LoadError onRetry={response.again} />
  if (proposals.length === 0) return null

  async function answer(proposal: Proposal, yes: boolean) {
    const outcome = yes ? await acceptProposal(device, proposal.id) : await dropProposal(proposal.id)
    if (outcome.kind === 'done')
      showToast({ kind: 'saved', title: yes ? t`Your profile has been changed` : t`The proposal is declined` })
    else showToast({ kind: 'failed', title: words(outcome) })
    response.again()
  }
  return (
    <Card title={<Trans>Proposed changes to your profile</Trans>}>
      <ul className="stack">
        {proposals.map((proposal) => (
          <li key={proposal.id} className="stack-2">
            <p>
              <b>{proposal.clinic}</b>{' '}
              <span className="dim">
                {proposal.madeBy}, {formatDate(proposal.madeAt, device.zone)}
              </span>
            </p>
            <ProposedFields proposal={proposal} />
            <div className="row wrap">
              <Button onClick={() => void answer(proposal, false)}>
                <Trans>Decline</Trans>
                <span className="vh"> {proposal.clinic}</span>
              </Button>
              <Button look="primary" onClick={() => void answer(proposal, true)}>
                <Trans>Accept the changes</Trans>
                <span className="vh"> {proposal.clinic}</span>
              </Button>
            </div>
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** For the clinic's form: edits become proposals, and a proposal that waits can be withdrawn. */
export function ProposesNote({ doctorId }: { doctorId: string }) {
  const { t } = useLingui()
  const words = useProblemWords()
  const response = useAnswer(listProposals, `proposals ${doctorId}`)
  const waiting = response.value?.proposals.find((each) => each.doctorId === doctorId)

  async function withdraw(id: string) {
    const outcome = await dropProposal(id)
    if (outcome.kind === 'done') showToast({ kind: 'saved', title: t`The proposal is withdrawn` })
    else showToast({ kind: 'failed', title: words(outcome) })
    response.again()
  }
  return (
    <Note title={<Trans>This profile belongs to the doctor</Trans>}>
      <p>
        <Trans>
          What you change here is proposed to the doctor, who accepts or declines it. The commission is your clinic’s
          and takes effect straight away.
        </Trans>
      </p>
      {waiting && (
        <>
          <p>
            <Trans>Waiting for the doctor:</Trans>
          </p>
          <ProposedFields proposal={waiting} />
          <Button small onClick={() => void withdraw(waiting.id)}>
            <Trans>Withdraw the proposal</Trans>
          </Button>
        </>
      )}
    </Note>
  )
}

function ProposedFields({ proposal: { fields } }: { proposal: Proposal }) {
  const { zone } = useDevice()
  const { label, text } = useFieldText([fields])
  return (
    <KeyValues
      items={Object.entries(fields).map(([field, value]) => ({
        key: label(field),
        value: text(field, value, { zone }),
      }))}
    />
  )
}
