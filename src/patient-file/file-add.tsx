import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { MOST_WAITING } from '../../contract/patient-file.ts'
import type { ShownVisit } from '../appointment/queries.ts'
import { useSaySaved } from '../shell/say-saved.tsx'
import { useDevice } from '../shell/device.tsx'
import { FileDrop } from '../ui/file-drop.tsx'
import { addFile, whyNotFile, type WhyNotFile } from './commands.ts'
import { FileForm } from './file-form.tsx'

/** Camera, picker or drop, then what it is; several are asked about one after the other. Works offline (SCREENS B9). */
export function FileAdd({ patientId, visits }: { patientId: string; visits: readonly ShownVisit[] }) {
  const { t } = useLingui()
  const device = useDevice()
  const saySaved = useSaySaved()
  const [chosen, setChosen] = useState<{ readonly files: readonly File[]; readonly at: number } | null>(null)
  const [wrong, setWrong] = useState<{ readonly name: string; readonly why: WhyNotFile } | null>(null)
  const file = chosen?.files[chosen.at]

  /** The next one that can be added, from there on; one that cannot is named and passed over. */
  async function go(files: readonly File[], from: number) {
    for (let at = from; at < files.length; at++) {
      const why = await whyNotFile(device, files[at]!)
      if (!why) return setChosen({ files, at })
      setWrong({ name: files[at]!.name, why })
    }
    setChosen(null)
  }
  const words: Readonly<Record<WhyNotFile, string>> = {
    kind: t`Only JPEG, PNG, WebP and PDF files are taken.`,
    empty: t`This file is empty.`,
    'too-large': t`This file is larger than 5 MB.`,
    'too-many': t`${{ count: MOST_WAITING }} files are waiting to be sent already. Add more when they have gone.`,
  }
  return (
    <>
      <FileDrop
        accept={['image/jpeg', 'image/png', 'image/webp', 'application/pdf']}
        help={<Trans>JPEG, PNG, WebP or PDF, up to 5 MB. Without a connection it waits here and is sent last.</Trans>}
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
          onClose={() => void go(chosen.files, chosen.at + 1)}
          onSave={async (said) => {
            if (await saySaved(() => addFile(device, patientId, file, said), said.title))
              await go(chosen.files, chosen.at + 1)
          }}
        />
      ) : null}
    </>
  )
}
