import './command.css'
import { Trans, useLingui } from '@lingui/react/macro'
import { Command } from 'cmdk'
import { Search } from 'lucide-react'
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { useDevice } from '../../screen/device.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { focusPage } from '../../ui/focus-place.ts'
import { useFoundParts, type FoundItem } from './use-found-parts.tsx'

/**
 * One search for everything: patients, visits and doctors by name, phone or check-in code, screens and acts by their
 * words. What this device holds is found at once, also offline; the server adds what this person may see. Enter checks
 * in a patient who is due today.
 */
export function CommandDialog({ onClose, onKeys }: { onClose: () => void; onKeys: () => void }) {
  const { t } = useLingui()
  const { person } = useDevice()
  const [typed, setTyped] = useState('')
  const [wished, setWished] = useState('')
  const isEnterDue = useRef(false)
  const { parts, isCurrent, isRead } = useFoundParts(typed, onKeys)
  const items = parts.flatMap((part) => part.items)
  // the library selects a line only after drawing, and sometimes none, so that a quick Enter did nothing: the
  // selection is made here
  const chosen = items.find(({ id }) => id === wished) ?? items[0]

  async function run(item: FoundItem) {
    // the list of keys replaces this dialog
    if (item.id === KEYS) return void item.run()
    onClose()
    const opens = item.run()
    if (!(opens instanceof Promise)) return
    // a new page is read from its beginning; an act without a page returns the focus to where it was
    await opens
    setTimeout(focusPage, CLOSING_MS)
  }
  /** Opens what matches the current text, not what was listed for an earlier one. */
  function enter(event: KeyboardEvent) {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    event.preventDefault()
    if (!isCurrent) isEnterDue.current = true
    else if (chosen) void run(chosen)
  }
  useEffect(() => {
    if (!isEnterDue.current || !isCurrent) return
    isEnterDue.current = false
    if (chosen) void run(chosen)
  })

  const isStaff = person.type !== 'patient'
  const isTyped = typed.trim() !== ''
  return (
    <Dialog open wide onOpenChange={(open) => !open && onClose()} title={<Trans>Search everywhere</Trans>}>
      <Command
        className="command stack-2"
        shouldFilter={false}
        loop
        label={t`Search everywhere`}
        value={chosen?.id ?? ''}
        onValueChange={setWished}
        onKeyDown={enter}
      >
        <div className="command-input">
          <Search aria-hidden="true" />
          <Command.Input
            value={typed}
            onValueChange={(next) => {
              setTyped(next)
              setWished('')
              isEnterDue.current = false
            }}
            maxLength={100}
            placeholder={isStaff ? t`Name, phone, check-in code, screen or action` : t`Doctor, screen or action`}
          />
        </div>
        <Command.List className="command-list" label={t`Found`}>
          {parts.map(({ id, heading, items: lines }) => (
            <Command.Group key={id} heading={heading}>
              {lines.map((item) => (
                <Command.Item key={item.id} value={item.id} onSelect={() => void run(item)}>
                  {item.icon}
                  <span>
                    {item.label}
                    {item.detail && <span className="command-detail">{item.detail}</span>}
                  </span>
                </Command.Item>
              ))}
            </Command.Group>
          ))}
        </Command.List>
        <p className="command-foot" role="status">
          {isTyped && !isRead && <Trans>Reading what this device holds…</Trans>}
          {isTyped && isRead && isCurrent && items.length === 0 && <Trans>Nothing found. Try fewer letters.</Trans>}
        </p>
      </Command>
    </Dialog>
  )
}

const KEYS = 'acts keys'
/** Longer than the dialog takes to give the focus back. */
const CLOSING_MS = 100
