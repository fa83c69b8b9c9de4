import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { ShownVisit } from '../appointment/queries.ts'
import { useSaySaved } from '../../screen/say-saved.ts'
import { useDevice } from '../../screen/device.ts'
import { FileDrop } from '../../ui/file-drop.tsx'
import { addFile, dropShared, whyNotFile, type WhyNotFile } from './commands.ts'
import { FileForm } from './file-form.tsx'
import { unpackShared } from './shared.ts'
import { SharedNote } from './shared-note.tsx'
import { useWrongWords } from './wrong-words.ts'

/** The files being added; `drafts` of files shared by another app, in the same order. */
type Chosen = { readonly files: readonly File[]; readonly at: number; readonly drafts: readonly string[] }

/** Adds files from camera, picker or drop and asks for each one's title in turn. Works offline (SCREENS B9). */
export function FileAdd({ patientId, visits }: { patientId: string; visits: readonly ShownVisit[] }) {
  const { t } = useLingui()
  const device = useDevice()
  const saySaved = useSaySaved()
  const words = useWrongWords()
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const [wrong, setWrong] = useState<{ readonly name: string; readonly why: WhyNotFile } | null>(null)
  const file = chosen?.files[chosen.at]

  /** Goes to the next file that can be added; names and skips one that cannot. */
  async function go(files: readonly File[], from: number, drafts: readonly string[] = []) {
    for (let at = from; at < files.length; at++) {
      const why = await whyNotFile(device, files[at]!)
      if (!why) return setChosen({ files, at, drafts })
      setWrong({ name: files[at]!.name, why })
    }
    setChosen(null)
  }
  return (
    <div className="stack-2">
      <SharedNote
        onAdd={(shared) => {
          setWrong(null)
          void go(
            shared.map(unpackShared),
            0,
            shared.map(({ draft }) => draft),
          )
        }}
      />
      <FileDrop
        accept={['image/jpeg', 'image/png', 'image/webp', 'application/pdf']}
        help={<Trans>JPEG, PNG, WebP or PDF, up to 5 MB. If you are offline it waits here and is sent last.</Trans>}
        error={wrong ? `${wrong.name}: ${words[wrong.why]}` : null}
        onChoose={(files) => {
          setWrong(null)
          void go(files, 0)
        }}
      />
      {chosen && file ? (
        <FileForm
          key={chosen.at}
          file={file}
          visits={visits}
          place={chosen.files.length > 1 ? t`${{ n: chosen.at + 1 }} of ${{ all: chosen.files.length }}` : null}
          onClose={() => void go(chosen.files, chosen.at + 1, chosen.drafts)}
          onSave={async (values) => {
            if (!(await saySaved(() => addFile(device, patientId, file, values), values.title))) return
            await dropShared(device, chosen.drafts.slice(chosen.at, chosen.at + 1))
            await go(chosen.files, chosen.at + 1, chosen.drafts)
          }}
        />
      ) : null}
    </div>
  )
}
