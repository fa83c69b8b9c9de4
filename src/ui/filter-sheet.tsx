import { Plural, Trans } from '@lingui/react/macro'
import { ListFilter } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Button } from './button.tsx'
import { Sheet } from './dialog.tsx'

/** A list's filters on narrow screens: behind a button that shows how many are set. */
export function FilterSheet({ count, children }: { count: number; children: ReactNode }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button small onClick={() => setOpen(true)}>
        <ListFilter />
        {count ? <Plural value={count} one="# filter" other="# filters" /> : <Trans>Filters</Trans>}
      </Button>
      <Sheet
        open={open}
        onOpenChange={setOpen}
        title={<Trans>Filters</Trans>}
        footer={
          <Button look="primary" onClick={() => setOpen(false)}>
            <Trans>Show the list</Trans>
          </Button>
        }
      >
        {children}
      </Sheet>
    </>
  )
}
