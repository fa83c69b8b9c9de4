import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import * as v from 'valibot'
import { SETTING_CHANGES, type Setting } from '../../../contract/setting/setting.ts'
import { DraftNote } from '../../screen/draft-note.tsx'
import { useFormDraft } from '../../screen/form-draft.ts'
import { LeaveGuard } from '../../screen/leave-guard.tsx'
import { useProblemWords } from '../../screen/problem-words.ts'
import { wrongFields, type Problem } from '../../screen/problem.ts'
import { useIsOffline } from '../../screen/queries-waiting.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Note } from '../../ui/note.tsx'
import { showToast } from '../../ui/toast.ts'
import { saveSetting } from './commands.ts'
import { SettingDiff } from './setting-diff.tsx'
import { changesOf, secretsOf, SETTING_SECTIONS, typedOf, type Typed } from './setting-fields.ts'
import { SettingInput } from './setting-input.tsx'
import { TestButton } from './test-button.tsx'

/**
 * One group of settings: its fields, their errors in words, and a save that shows the difference first (SCREENS B26).
 */
export function SettingForm({ setting, onSaved }: { setting: Setting; onSaved: () => void }) {
  const { t, i18n } = useLingui()
  const words = useProblemWords()
  const offline = useIsOffline()
  const { id, version, data } = setting
  const draft = useFormDraft<Typed>(`setting ${id}`, typedOf(id, data), secretsOf(id))
  const typed = draft.values
  const [wrong, setWrong] = useState<readonly string[]>([])
  const [problem, setProblem] = useState<Problem | null>(null)
  const [asking, setAsking] = useState(false)
  const changes = changesOf(id, data, typed)
  const dirty = Object.keys(changes).length > 0
  const why = offline ? t`You need to be online to save settings.` : null

  function review(event: React.FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const parsed = v.safeParse(SETTING_CHANGES[id], changes)
    const names = parsed.success ? [] : parsed.issues.map((issue) => String(issue.path?.[0]?.key))
    setWrong(names)
    setProblem(null)
    if (names[0]) document.getElementById(`${id}-${names[0]}`)?.focus()
    else if (dirty) setAsking(true)
  }

  async function save() {
    const outcome = await saveSetting(id, version, changes)
    if (outcome.kind === 'done') {
      await draft.drop()
      showToast({ kind: 'saved', title: t`Settings saved` })
      return onSaved()
    }
    const names = Object.keys(wrongFields(outcome))
    setWrong(names)
    setProblem(names.length ? null : outcome)
  }

  return (
    <form className="stack" noValidate onSubmit={review}>
      <DraftNote draft={draft} />
      {SETTING_SECTIONS[id].map((section) => (
        <Card key={i18n._(section.title)} title={i18n._(section.title)}>
          <div className="setting-fields">
            {section.fields.map((field) => (
              <SettingInput
                key={field.name}
                id={`${id}-${field.name}`}
                field={field}
                kept={(data as Readonly<Record<string, unknown>>)[field.name]}
                value={typed[field.name] ?? ''}
                wrong={wrong.includes(field.name)}
                onChange={(value) => draft.set({ [field.name]: value })}
              />
            ))}
          </div>
        </Card>
      ))}
      {problem && (
        <Note tone="failed" alert title={words(problem)}>
          {problem.kind === 'refused' && problem.status === 412 ? (
            <Button small onClick={onSaved}>
              <Trans>Show them as they are now</Trans>
            </Button>
          ) : null}
        </Note>
      )}
      <div className="save-bar">
        {id !== 'setting' && <TestButton by={id} unsaved={dirty} />}
        <Button
          type="submit"
          look="primary"
          className="push"
          whyDisabled={why ?? (dirty ? null : t`Nothing has been changed.`)}
          showWhy={why !== null}
        >
          <Trans>Review and save</Trans>
        </Button>
      </div>
      <SettingDiff open={asking} onOpenChange={setAsking} id={id} before={data} changes={changes} onConfirm={save} />
      <LeaveGuard draft dirty={dirty} />
    </form>
  )
}
