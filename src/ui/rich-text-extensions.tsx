import { mergeAttributes, Node } from '@tiptap/core'
import { type NodeViewProps, NodeViewWrapper, ReactNodeViewRenderer } from '@tiptap/react'
import { StarterKit } from '@tiptap/starter-kit'
import { EDITOR_HEADERS } from '../../contract/kernel/constants.ts'
import { LINK_REL, linkOf, pictureAddress, pictureOf } from '../../contract/kernel/rich-text.rules.ts'
import type { DrawPicture } from './rich-text.tsx'

/** What the editor supports: exactly what `contract/kernel/rich-text.rules.ts` keeps, so that saving loses nothing. */
export const extensionsOf = (draw: DrawPicture | undefined) => [
  StarterKit.configure({
    code: false,
    codeBlock: false,
    heading: { levels: [...EDITOR_HEADERS] },
    orderedList: { HTMLAttributes: {} },
    link: {
      openOnClick: false,
      defaultProtocol: 'https',
      isAllowedUri: (uri) => linkOf(uri) !== null,
      HTMLAttributes: { rel: LINK_REL, target: null },
    },
  }),
  ...(draw ? [Picture.configure({ draw })] : []),
]

/** A picture from our own files; one pasted from elsewhere is refused. */
const Picture = Node.create<{ draw: DrawPicture | null }>({
  name: 'picture',
  group: 'block',
  draggable: true,
  addOptions: () => ({ draw: null }),
  addAttributes: () => ({ file: { default: null }, alt: { default: '' } }),
  parseHTML: () => [
    {
      tag: 'img[src]',
      getAttrs: (element) => {
        const file = pictureOf(element.getAttribute('src') ?? '')
        return file ? { file, alt: element.getAttribute('alt') ?? '' } : false
      },
    },
  ],
  renderHTML: ({ node }) => [
    'img',
    mergeAttributes({ src: pictureAddress(String(node.attrs['file'])), alt: node.attrs['alt'] }),
  ],
  addNodeView() {
    const { draw: Draw } = this.options
    return ReactNodeViewRenderer(({ node }: NodeViewProps) => (
      <NodeViewWrapper className="rich-picture" data-drag-handle>
        {Draw && <Draw id={String(node.attrs['file'])} alt={String(node.attrs['alt'])} />}
      </NodeViewWrapper>
    ))
  },
})
