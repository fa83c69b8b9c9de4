import { lazy, Suspense, useEffect, useState } from 'react'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { useDevice } from '../../screen/device.ts'
import { showToast } from '../../ui/toast.ts'
import { useLatest } from '../../ui/use-latest.ts'
import { areKeysOn } from './keys-setting.ts'
import { bindKeys } from './keys.ts'
import { onOpenCommand, type CommandView } from './opened.ts'

const CommandDialog = lazy(async () => ({ default: (await import('./command-dialog.tsx')).CommandDialog }))
const KeysDialog = lazy(async () => ({ default: (await import('./keys-dialog.tsx')).KeysDialog }))

/** Handles the keys of the frame, and opens the search and the list of keys; each is loaded when it is first opened. */
export function CommandHost() {
  const [open, setOpen] = useState<CommandView | null>(null)
  const { person } = useDevice()
  const navigate = useNavigate()
  const path = useLocation({ select: ({ pathname }) => pathname })
  const isOfPatients = path === '/patient' || path === '/patient-list'
  const acts = useLatest({
    search: () => setOpen('search'),
    help: () => setOpen('keys'),
    new: () =>
      void (isOfPatients && person.type !== 'patient'
        ? navigate({ to: '/patient/new' })
        : navigate({ to: '/appointment/new', search: {} })),
    today: () => void navigate({ to: path === '/calendar' ? '/calendar' : '/appointment', search: {} }),
    say: (why: string) => showToast({ title: why }),
    areOn: areKeysOn,
  })
  useEffect(
    () =>
      bindKeys({
        search: () => acts.current.search(),
        help: () => acts.current.help(),
        new: () => acts.current.new(),
        today: () => acts.current.today(),
        say: (why) => acts.current.say(why),
        areOn: () => acts.current.areOn(),
      }),
    [acts],
  )
  useEffect(() => onOpenCommand(setOpen), [])
  const close = () => setOpen(null)
  return (
    <Suspense>
      {open === 'search' && <CommandDialog onClose={close} onKeys={() => setOpen('keys')} />}
      {open === 'keys' && <KeysDialog onClose={close} />}
    </Suspense>
  )
}
