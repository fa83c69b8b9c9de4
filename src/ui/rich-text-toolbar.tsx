import { useLingui } from '@lingui/react/macro'
import { type Editor, useEditorState } from '@tiptap/react'
import {
  Bold,
  ImagePlus,
  Italic,
  Link as LinkIcon,
  List,
  ListOrdered,
  Minus,
  Redo2,
  Strikethrough,
  TextQuote,
  Underline,
  Undo2,
} from 'lucide-react'
import { Toolbar } from 'radix-ui'
import { type ReactNode, useState } from 'react'
import { EDITOR_HEADERS } from '../../contract/kernel/constants.ts'
import { IconButton } from './button.tsx'
import { WithoutField } from './field.tsx'
import { NativeSelect } from './native-select.tsx'
import type { RichPictures } from './rich-text-field.tsx'
import { RichTextLink } from './rich-text-link.tsx'

type Level = (typeof EDITOR_HEADERS)[number]

/** One tab stop; arrows move between the acts. Formats at the cursor appear pressed. */
export function RichTextToolbar({
  editor,
  label,
  pictures,
}: {
  editor: Editor
  label: string
  pictures?: RichPictures | undefined
}) {
  const { t } = useLingui()
  const [linking, setLinking] = useState(false)
  const on = useEditorState({ editor, selector: ({ editor: now }) => stateOf(now) })
  const act = () => editor.chain().focus()
  const ranks = [
    { value: 0, name: t`Paragraph` },
    ...EDITOR_HEADERS.map((level) => ({ value: level, name: t`Heading ${level}` })),
  ]
  return (
    <>
      <div className="rich-bar">
        <WithoutField>
          <NativeSelect
            aria-label={t`Paragraph style`}
            value={on.level}
            onChange={({ target }) => {
              const level = Number(target.value)
              if (level === 0) act().setParagraph().run()
              else
                act()
                  .setHeading({ level: level as Level })
                  .run() // one of the options
            }}
          >
            {ranks.map(({ value, name }) => (
              <option key={value} value={value}>
                {name}
              </option>
            ))}
          </NativeSelect>
        </WithoutField>
        <Toolbar.Root className="rich-tools" aria-label={t`Format: ${label}`} loop>
          <Tool label={t`Bold`} icon={<Bold />} on={on.bold} onPress={() => act().toggleBold().run()} />
          <Tool label={t`Italic`} icon={<Italic />} on={on.italic} onPress={() => act().toggleItalic().run()} />
          <Tool
            label={t`Underlined`}
            icon={<Underline />}
            on={on.underline}
            onPress={() => act().toggleUnderline().run()}
          />
          <Tool
            label={t`Strikethrough`}
            icon={<Strikethrough />}
            on={on.strike}
            onPress={() => act().toggleStrike().run()}
          />
          <span className="rich-gap" />
          <Tool label={t`List`} icon={<List />} on={on.bullets} onPress={() => act().toggleBulletList().run()} />
          <Tool
            label={t`Numbered list`}
            icon={<ListOrdered />}
            on={on.numbers}
            onPress={() => act().toggleOrderedList().run()}
          />
          <Tool label={t`Quote`} icon={<TextQuote />} on={on.quote} onPress={() => act().toggleBlockquote().run()} />
          <Tool label={t`Horizontal line`} icon={<Minus />} onPress={() => act().setHorizontalRule().run()} />
          <span className="rich-gap" />
          <Tool label={t`Link`} icon={<LinkIcon />} on={on.link} onPress={() => setLinking(!linking)} />
          {pictures && (
            <Tool
              label={t`Picture`}
              icon={<ImagePlus />}
              whyDisabled={pictures.whyNot}
              onPress={() =>
                pictures.pick((file, alt) => act().insertContent({ type: 'picture', attrs: { file, alt } }).run())
              }
            />
          )}
          <span className="rich-gap" />
          <Tool
            label={t({ message: 'Undo', context: 'editor' })}
            icon={<Undo2 />}
            whyDisabled={on.canUndo ? null : t`Nothing to undo.`}
            onPress={() => act().undo().run()}
          />
          <Tool
            label={t({ message: 'Redo', context: 'editor' })}
            icon={<Redo2 />}
            whyDisabled={on.canRedo ? null : t`Nothing to redo.`}
            onPress={() => act().redo().run()}
          />
        </Toolbar.Root>
      </div>
      {linking && <RichTextLink editor={editor} onDone={() => setLinking(false)} />}
    </>
  )
}

type ToolProps = {
  label: string
  icon: ReactNode
  /** Left out for an act that is not a state of the text. */
  on?: boolean
  whyDisabled?: string | null | undefined
  onPress: () => void
}

function Tool({ label, icon, on, whyDisabled, onPress }: ToolProps) {
  return (
    <Toolbar.Button asChild>
      <IconButton
        small
        look="quiet"
        label={label}
        icon={icon}
        aria-pressed={on}
        whyDisabled={whyDisabled}
        // the text keeps its selection
        onMouseDown={(event) => event.preventDefault()}
        onClick={onPress}
      />
    </Toolbar.Button>
  )
}

const stateOf = (editor: Editor) => ({
  level: EDITOR_HEADERS.find((level) => editor.isActive('heading', { level })) ?? 0,
  bold: editor.isActive('bold'),
  italic: editor.isActive('italic'),
  underline: editor.isActive('underline'),
  strike: editor.isActive('strike'),
  bullets: editor.isActive('bulletList'),
  numbers: editor.isActive('orderedList'),
  quote: editor.isActive('blockquote'),
  link: editor.isActive('link'),
  canUndo: editor.can().undo(),
  canRedo: editor.can().redo(),
})
