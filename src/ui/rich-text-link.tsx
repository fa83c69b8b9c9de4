import { Trans, useLingui } from '@lingui/react/macro'
import type { Editor } from '@tiptap/react'
import { useId, useState } from 'react'
import { linkFrom } from '../../contract/kernel/rich-text.rules.ts'
import { Button } from './button.tsx'
import { Field, WithoutField } from './field.tsx'
import { TextInput } from './text-input.tsx'

/**
 * The address of the link under the cursor. Enter sets it, Escape cancels. It has no form of its own, since it is
 * inside one.
 */
export function RichTextLink({ editor, onDone }: { editor: Editor; onDone: () => void }) {
  const { t } = useLingui()
  const id = useId()
  const was = String(editor.getAttributes('link')['href'] ?? '')
  const [typed, setTyped] = useState(was)
  const [wrong, setWrong] = useState(false)
  const close = () => {
    onDone()
    editor.commands.focus()
  }
  const set = () => {
    const href = linkFrom(typed)
    if (!href) return setWrong(true)
    const chain = editor.chain().focus().extendMarkRange('link')
    // without selected text, the address itself is inserted
    if (editor.state.selection.empty && !was)
      chain.insertContent({ type: 'text', text: typed.trim(), marks: [{ type: 'link', attrs: { href } }] }).run()
    else chain.setLink({ href }).run()
    close()
  }
  return (
    <div className="rich-link">
      <WithoutField>
        <Field id={id} label={<Trans>Address of the link</Trans>} error={wrong ? <LinkWrong /> : null}>
          <TextInput
            autoFocus
            inputMode="url"
            autoCapitalize="none"
            autoComplete="off"
            spellCheck={false}
            placeholder="https://"
            value={typed}
            onChange={({ target }) => {
              setTyped(target.value)
              setWrong(false)
            }}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' && event.key !== 'Escape') return
              event.preventDefault()
              event.stopPropagation()
              if (event.key === 'Enter') set()
              else close()
            }}
          />
        </Field>
      </WithoutField>
      <div className="rich-link-acts">
        <Button onClick={set}>
          <Trans>Set the link</Trans>
        </Button>
        {was && (
          <Button
            look="quiet"
            aria-label={t`Remove link`}
            onClick={() => {
              editor.chain().focus().extendMarkRange('link').unsetLink().run()
              close()
            }}
          >
            <Trans>Remove</Trans>
          </Button>
        )}
      </div>
    </div>
  )
}

function LinkWrong() {
  return <Trans>This is not the address of a page or an email address. Example: https://who.int</Trans>
}
