import { Trans, useLingui } from '@lingui/react/macro'
import { FileDown, Trash2 } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { LANGUAGES, type Language } from '../../../contract/kernel/constants.ts'
import { whyNotTakeBack } from '../../../contract/recipe/recipe.rules.ts'
import { useLanguage } from '../../i18n/locale.ts'
import { useDevice } from '../../screen/device.ts'
import { saveBlob } from '../../screen/save-file.ts'
import { useIsOffline } from '../../screen/queries-waiting.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { LanguageOptions } from '../../ui/language-options.tsx'
import { NativeSelect } from '../../ui/native-select.tsx'
import { showToast } from '../../ui/toast.ts'
import { fetchPaper } from './commands.ts'

type Paper = {
  readonly doctorId: string
  readonly createdAt: string
  readonly pending: 'none' | 'waiting' | 'failed' | 'conflict'
}

/** Acts on an open recipe or report: its PDF in a language, and deleting it while that is possible. */
export function PaperActs({
  paper,
  url,
  fileName,
  question,
  onDelete,
}: {
  paper: Paper
  url: string
  fileName: string
  /** "Delete this medication advice?" */
  question: ReactNode
  onDelete: () => Promise<void>
}) {
  const { t } = useLingui()
  const { person, now } = useDevice()
  const own = useLanguage()
  const offline = useIsOffline()
  const [lang, setLang] = useState<Language | ''>(person.type === 'patient' ? own : '')
  const [busy, setBusy] = useState(false)
  const [asking, setAsking] = useState(false)
  const why = whyNotTakeBack(paper, person, now())

  async function save() {
    setBusy(true)
    const file = await fetchPaper(url, lang || null)
    setBusy(false)
    if (!file) return showToast({ kind: 'failed', title: t`The PDF could not be fetched. Try again.` })
    saveBlob(fileName, file)
    showToast({ title: t`The PDF has been saved on this device.` })
  }
  return (
    <div className="paper-acts no-print">
      <label className="paper-lang">
        <span className="sm dim">
          <Trans>Language of the PDF</Trans>
        </span>
        <NativeSelect
          value={lang}
          onChange={(event) => setLang(LANGUAGES.find((each) => each === event.target.value) ?? '')}
        >
          {person.type !== 'patient' && <option value="">{t`The patient’s language`}</option>}
          <LanguageOptions />
        </NativeSelect>
      </label>
      <Button
        aria-busy={busy || undefined}
        whyDisabled={
          busy
            ? t`One moment…`
            : offline
              ? t`You need to be online to create the PDF.`
              : paper.pending === 'none'
                ? null
                : t`It has to reach the server first.`
        }
        onClick={() => void save()}
      >
        <FileDown aria-hidden="true" />
        <Trans>Download the PDF</Trans>
      </Button>
      {why === null && (
        <Button look="danger" onClick={() => setAsking(true)}>
          <Trash2 aria-hidden="true" />
          <Trans>Delete</Trans>
        </Button>
      )}
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        danger
        title={question}
        keep={<Trans>Keep it</Trans>}
        act={<Trans>Delete</Trans>}
        onConfirm={onDelete}
      >
        <Trans>The patient and your colleagues no longer see it. No message is sent.</Trans>
      </ConfirmDialog>
    </div>
  )
}
