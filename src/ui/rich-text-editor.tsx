import { EditorContent, useEditor } from '@tiptap/react'
import { useEffect, useRef, useState } from 'react'
import { classes } from './classes.ts'
import { useField } from './field.tsx'
import { extensionsOf } from './rich-text-extensions.tsx'
import type { RichTextProps } from './rich-text-field.tsx'
import { RichTextToolbar } from './rich-text-toolbar.tsx'

/**
 * The editor itself; only `rich-text-field.tsx` loads it. Its styles are in our own stylesheet: it adds no style
 * element to the page (TRUST D7).
 */
export function RichTextEditor({
  label,
  value,
  onChange,
  lang,
  pictures,
  disabled = false,
  low,
  required,
  invalid = false,
}: RichTextProps & { required?: boolean | undefined; invalid?: boolean | undefined }) {
  const field = useField()
  /** The value as this editor last reported it: the same value coming back from the form changes nothing. */
  const shown = useRef(value)
  const [extensions] = useState(() => extensionsOf(pictures?.draw))
  const editor = useEditor({
    extensions,
    content: value,
    editable: !disabled,
    injectCSS: false,
    editorProps: {
      attributes: {
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': label,
        'aria-invalid': String(invalid),
        'aria-required': String(Boolean(required)),
        'aria-disabled': String(disabled),
        ...(lang && { lang }),
        ...(field?.describedBy && { 'aria-describedby': field.describedBy }),
      },
    },
    onUpdate: ({ editor: now }) => {
      shown.current = htmlOf(now)
      onChange(shown.current)
    },
  })
  useEffect(() => editor.setEditable(!disabled, false), [editor, disabled])
  // a withdrawn draft, another version from the server
  useEffect(() => {
    if (value === shown.current) return
    shown.current = value
    editor.commands.setContent(value, { emitUpdate: false })
  }, [editor, value])
  return (
    <div className="rich-box" data-bad={invalid || undefined} data-off={disabled || undefined}>
      {!disabled && <RichTextToolbar editor={editor} label={label} pictures={pictures} />}
      <EditorContent editor={editor} className={classes('rich rich-paper', low && 'low')} />
    </div>
  )
}

/** The HTML without empty lines at the end, where one would continue to write; an empty editor gives an empty text. */
function htmlOf(editor: { isEmpty: boolean; getHTML: () => string }): string {
  return editor.isEmpty ? '' : editor.getHTML().replace(/(?:<p><\/p>)+$/, '')
}
