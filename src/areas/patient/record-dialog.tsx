import { Trans, useLingui } from '@lingui/react/macro'
import { FileDown } from 'lucide-react'
import { useState } from 'react'
import { LANGUAGES, type Language } from '../../../contract/kernel/constants.ts'
import type { Patient } from '../../../contract/patient/patient.ts'
import { useLanguage } from '../../i18n/locale.ts'
import { saveBlob } from '../../screen/save-file.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { LanguageOptions } from '../../ui/language-options.tsx'
import { NativeSelect } from '../../ui/native-select.tsx'
import { Note } from '../../ui/note.tsx'
import { showToast } from '../../ui/toast.ts'
import { fetchRecord } from './commands-record.ts'

/** Exports everything of a patient that the caller may see as one file; the server records the export (rule 56). */
export function RecordDialog({ card, onClose }: { card: Pick<Patient, 'id' | 'name'>; onClose: () => void }) {
  const { t } = useLingui()
  const [lang, setLang] = useState<Language>(useLanguage())
  const [busy, setBusy] = useState<'json' | 'pdf' | null>(null)
  const [failed, setFailed] = useState(false)
  const save = async (format: 'json' | 'pdf') => {
    if (busy) return
    setBusy(format)
    setFailed(false)
    const file = await fetchRecord(card.id, format, lang)
    setBusy(null)
    if (!file) return setFailed(true)
    saveBlob(`${t`record`}-${card.id.slice(-8)}.${format}`, file)
    showToast({ title: t`The record has been saved on this device.` })
    onClose()
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={<Trans>Export the record of {card.name}</Trans>}
      description={
        <Trans>
          Everything you have access to: details, appointments, notes, medication advice, reports, list of files,
          payments, comments and messages. The export is recorded in the audit log. The file contains health data: keep
          it where only you can open it.
        </Trans>
      }
    >
      <div className="stack">
        {failed && <Note tone="failed" alert title={t`The record could not be fetched. Try again.`} />}
        {busy && (
          <Note title={t`The record is being put together…`}>
            <Trans>A long record takes a few seconds.</Trans>
          </Note>
        )}
        <Field label={t`Language of the PDF`}>
          <NativeSelect
            value={lang}
            onChange={(event) => setLang(LANGUAGES.find((each) => each === event.target.value) ?? lang)}
          >
            <LanguageOptions />
          </NativeSelect>
        </Field>
        <div className="dialog-foot">
          <Button aria-busy={busy === 'json' || undefined} onClick={() => void save('json')}>
            <Trans>As JSON for programs</Trans>
          </Button>
          <Button look="primary" aria-busy={busy === 'pdf' || undefined} onClick={() => void save('pdf')}>
            <FileDown aria-hidden="true" />
            <Trans>As PDF to read</Trans>
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
