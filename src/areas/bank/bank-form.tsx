import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { groupIban, readIban } from '../../../contract/bank/bank.rules.ts'
import type { Bank } from '../../../contract/bank/bank.ts'
import type { Currency } from '../../../contract/kernel/constants.ts'
import { newId } from '../../../contract/kernel/id.ts'
import { useDevice } from '../../screen/device.ts'
import { DraftNote } from '../../screen/draft-note.tsx'
import { useFormDraft } from '../../screen/form-draft.ts'
import { useProblemWords } from '../../screen/problem-words.ts'
import { wrongFields, type Problem } from '../../screen/problem.ts'
import { useIsOffline } from '../../screen/queries-waiting.ts'
import { CurrencySelect } from '../../ui/currency-select.tsx'
import { Button } from '../../ui/button.tsx'
import { Sheet } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Note } from '../../ui/note.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { showToast } from '../../ui/toast.ts'
import { addBank, updateBank } from './commands.ts'

type Values = {
  readonly name: string
  readonly branch: string
  readonly iban: string
  readonly currency: Currency
}
type Part = 'name' | 'branch' | 'iban'

/** Adds an account or changes one. The IBAN is checked while it is typed: country, length and checksum (ISO 13616). */
export function BankForm({ bank, onClose }: { bank: Bank | null; onClose: () => void }) {
  const { t } = useLingui()
  const device = useDevice()
  const offline = useIsOffline()
  const words = useProblemWords()
  const draft = useFormDraft<Values>(`bank ${bank?.id ?? 'new'}`, {
    name: bank?.name ?? '',
    branch: bank?.branch ?? '',
    iban: bank ? groupIban(bank.iban) : '',
    currency: bank?.currency ?? 'try',
  })
  const { set } = draft
  const { name, branch, iban, currency } = draft.values
  // chosen when the form opens, so that a second attempt is the same account
  const [id] = useState(() => bank?.id ?? newId(device.now()))
  const [tried, setTried] = useState<ReadonlySet<Part>>(new Set())
  const [problem, setProblem] = useState<Problem | null>(null)
  const [busy, setBusy] = useState(false)
  const read = readIban(iban)
  const missing: readonly Part[] = [
    ...(name.trim() ? [] : (['name'] as const)),
    ...(branch.trim() ? [] : (['branch'] as const)),
    ...(read ? [] : (['iban'] as const)),
  ]
  const isWrong = (part: Part) => tried.has(part) && missing.includes(part)
  const leave = (part: Part) => setTried((before) => new Set([...before, part]))
  const refused = problem?.kind === 'refused' ? problem.code : null

  async function save(event: React.FormEvent<HTMLFormElement>) {
    event.preventDefault()
    event.stopPropagation()
    if (busy) return
    setTried(new Set(['name', 'branch', 'iban']))
    setProblem(null)
    if (missing[0] || !read) return document.getElementById(`bank-${missing[0]}`)?.focus()
    setBusy(true)
    const fields = { id, name: name.trim(), branch: branch.trim() }
    const outcome = bank
      ? await updateBank(device, bank.version, { ...fields, ...(read !== bank.iban && { iban: read }) })
      : await addBank(device, { ...fields, iban: read, currency })
    setBusy(false)
    if (outcome.kind !== 'done') {
      setProblem(outcome)
      if (refused === 'bank_exists' || wrongFields(outcome)['iban']) document.getElementById('bank-iban')?.focus()
      return
    }
    await draft.drop()
    showToast({ kind: 'saved', title: bank ? t`${name} is saved` : t`${name} is added` })
    onClose()
  }

  return (
    <Sheet
      open
      onOpenChange={onClose}
      title={bank ? <Trans>Edit the account</Trans> : <Trans>New account</Trans>}
      footer={
        <>
          <Button onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button
            type="submit"
            form="bank-form"
            look="primary"
            whyDisabled={offline ? t`You need to be online to change accounts.` : null}
            aria-busy={busy || undefined}
          >
            {bank ? <Trans>Save</Trans> : <Trans>Add the account</Trans>}
          </Button>
        </>
      }
    >
      <form id="bank-form" className="stack" noValidate onSubmit={(event) => void save(event)}>
        <DraftNote draft={draft} />
        {problem && refused !== 'bank_exists' && (
          <Note tone="failed" alert>
            {refused === 'in_use' ? (
              <Trans>
                Transfers to this account are waiting: the IBAN stays until they have come or are cancelled.
              </Trans>
            ) : (
              words(problem)
            )}
          </Note>
        )}
        <Field
          id="bank-name"
          label={<Trans>Bank</Trans>}
          required
          error={isWrong('name') ? t`Enter the name of the bank.` : null}
        >
          <TextInput
            value={name}
            maxLength={120}
            autoComplete="off"
            onBlur={() => leave('name')}
            onChange={(event) => set({ name: event.target.value })}
          />
        </Field>
        <Field
          id="bank-branch"
          label={<Trans>Bank branch</Trans>}
          required
          error={isWrong('branch') ? t`Enter the branch of the bank.` : null}
        >
          <TextInput
            value={branch}
            maxLength={120}
            autoComplete="off"
            onBlur={() => leave('branch')}
            onChange={(event) => set({ branch: event.target.value })}
          />
        </Field>
        <Field
          id="bank-iban"
          label="IBAN"
          required
          help={read ? <b>{groupIban(read)}</b> : <Trans>With or without spaces, as your bank writes it.</Trans>}
          error={
            refused === 'bank_exists' && problem
              ? words(problem)
              : isWrong('iban')
                ? iban.trim()
                  ? t`This is not a valid IBAN. Check for a wrong or missing digit. Example: TR33 0006 1005 1978 6457 8413 26`
                  : t`Enter the IBAN. Example: TR33 0006 1005 1978 6457 8413 26`
                : null
          }
        >
          <TextInput
            value={iban}
            maxLength={60}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            onBlur={() => leave('iban')}
            onChange={(event) => set({ iban: event.target.value })}
          />
        </Field>
        <Field
          label={<Trans>Currency</Trans>}
          help={
            bank ? (
              <Trans>The currency of an account stays.</Trans>
            ) : (
              <Trans>Patients are offered the accounts of their clinic’s currency.</Trans>
            )
          }
        >
          <CurrencySelect value={currency} disabled={bank !== null} onChange={(chosen) => set({ currency: chosen })} />
        </Field>
      </form>
    </Sheet>
  )
}
