import { useLingui } from '@lingui/react/macro'
import { Copy } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button, IconButton } from './button.tsx'
import { showToast } from './toast.ts'

/** Copies a text to the clipboard, and says so, or why not. Without `children` only an icon, named by `label`. */
export function CopyButton({ value, label, children }: { value: string; label: string; children?: ReactNode }) {
  const { t } = useLingui()
  const copy = () =>
    void navigator.clipboard.writeText(value).then(
      () => showToast({ title: t`Copied` }),
      () =>
        showToast({
          kind: 'failed',
          title: t`The browser does not let the app copy. Mark the text and copy it.`,
        }),
    )
  if (!children) return <IconButton look="quiet" small label={label} icon={<Copy />} onClick={copy} />
  return (
    <Button small onClick={copy}>
      <Copy />
      {children}
    </Button>
  )
}
