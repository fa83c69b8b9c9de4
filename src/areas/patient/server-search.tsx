import { Trans, useLingui } from '@lingui/react/macro'
import { Search, Server } from 'lucide-react'
import { useState } from 'react'
import type { Patient } from '../../../contract/patient/patient.ts'
import { useProblemWords } from '../../screen/problem-words.ts'
import { useIsOffline } from '../../screen/queries-waiting.ts'
import { Button } from '../../ui/button.tsx'
import { Note } from '../../ui/note.tsx'
import { usePatientActions } from './patient-actions.tsx'
import { PatientTable } from './patient-table.tsx'
import { useBalances } from './queries-balances.ts'
import { searchPatients } from './queries.ts'

const NOBODY: ReadonlySet<string> = new Set()

/**
 * Searches the server for what the device cannot find: an identity number, or someone added since the last pull. Runs
 * on request; nothing is stored.
 */
export function ServerSearch({ typed }: { typed: string }) {
  const { t } = useLingui()
  const words = useProblemWords()
  const offline = useIsOffline()
  const { actionsOf, dialogs } = usePatientActions()
  const [found, setFound] = useState<readonly Patient[] | null>(null)
  const [failed, setFailed] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const balances = useBalances(!offline && !!found?.length, found?.map(({ id }) => id) ?? [])
  async function ask() {
    setBusy(true)
    const outcome = await searchPatients(typed)
    setBusy(false)
    setFailed(outcome.kind === 'done' ? null : words(outcome))
    if (outcome.kind === 'done') setFound(outcome.reply.patients)
  }
  return (
    <>
      <Note icon={<Server aria-hidden="true" />} title={<Trans>Not found?</Trans>}>
        <p>
          <Trans>Identity numbers are only on the server, which may know a newer patient.</Trans>
        </p>
        <Button
          small
          aria-busy={busy || undefined}
          whyDisabled={offline ? t`You need to be online to do this.` : null}
          onClick={() => void ask()}
        >
          <Search />
          <Trans>Search on the server</Trans>
        </Button>
        {failed && <p role="alert">{failed}</p>}
        {found?.length === 0 && (
          <p role="status">
            <Trans>No patients found for “{typed}”.</Trans>
          </p>
        )}
      </Note>
      {found && found.length > 0 && (
        <section className="card" aria-label={t`From the server`}>
          <PatientTable
            label={t`From the server`}
            rows={found.map((card) => ({ card: { ...card, pending: 'none' as const }, next: null }))}
            menuOf={({ card }) => actionsOf(card)}
            starred={NOBODY}
            balances={balances}
          />
        </section>
      )}
      {dialogs}
    </>
  )
}
