import { Trans, useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { ExternalLink, Pencil, Power, PowerOff, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { Shown } from '../../db/row.ts'
import { useDevice } from '../../screen/device.ts'
import { useProblemWords } from '../../screen/problem-words.ts'
import { useIsOffline } from '../../screen/queries-waiting.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import type { MenuItem } from '../../ui/menu-items.ts'
import { showToast } from '../../ui/toast.ts'
import { removeClinic, setActive } from './commands.ts'

type Act = 'activate' | 'passivate' | 'delete'

/**
 * An admin's acts on a clinic, as menu items of its row: open, edit, activate, deactivate, delete. Render `dialogs`
 * once on the page.
 */
export function useClinicActs(): { itemsOf: (clinic: Shown<'clinic'>) => readonly MenuItem[]; dialogs: ReactNode } {
  const { t } = useLingui()
  const { kick } = useDevice()
  const offline = useIsOffline()
  const words = useProblemWords()
  const navigate = useNavigate()
  const [asking, setAsking] = useState<{ act: Act; clinic: Shown<'clinic'> } | null>(null)
  const why = offline ? t`You need to be online to change this.` : null

  const itemsOf = (clinic: Shown<'clinic'>): MenuItem[] => [
    {
      id: 'edit',
      label: <Trans>Edit</Trans>,
      icon: <Pencil />,
      onSelect: () => void navigate({ to: '/clinic/$id', params: { id: clinic.id } }),
    },
    ...(clinic.panelUrl && clinic.active && clinic.panelUrlStatus !== false
      ? [
          {
            id: 'open',
            label: <Trans>Open the panel</Trans>,
            icon: <ExternalLink />,
            onSelect: () =>
              void window.open(`//${clinic.panelUrl}${location.port && `:${location.port}`}`, '_blank', 'noreferrer'),
          },
        ]
      : []),
    clinic.active
      ? {
          id: 'passive',
          label: <Trans>Make inactive</Trans>,
          icon: <PowerOff />,
          whyDisabled: why,
          onSelect: () => setAsking({ act: 'passivate', clinic }),
        }
      : {
          id: 'active',
          label: <Trans>Make active</Trans>,
          icon: <Power />,
          whyDisabled: why,
          onSelect: () => setAsking({ act: 'activate', clinic }),
        },
    {
      id: 'delete',
      label: <Trans>Delete</Trans>,
      icon: <Trash2 />,
      danger: true,
      whyDisabled: why,
      onSelect: () => setAsking({ act: 'delete', clinic }),
    },
  ]

  async function confirm() {
    if (!asking) return
    const { act, clinic } = asking
    const outcome = await (act === 'delete' ? removeClinic(clinic.id) : setActive(clinic.id, act === 'activate'))
    kick()
    if (outcome.kind === 'done') showToast({ kind: 'saved', title: t`Done: ${clinic.name}` })
    else showToast({ kind: 'failed', title: t`Not done: ${clinic.name}`, text: words(outcome) })
  }
  const name = asking?.clinic.name ?? ''
  const says = {
    activate: {
      title: t`Make ${name} active?`,
      verb: t`Make active`,
      text: t`Its address answers again, and its users can sign in.`,
    },
    passivate: {
      title: t`Make ${name} inactive?`,
      verb: t`Make inactive`,
      text: t`Its address stops working, its users are signed out, and its free times are hidden. Existing appointments, payments and messages stay.`,
    },
    delete: {
      title: t`Delete ${name}?`,
      verb: t`Delete the clinic`,
      text: t`It is hidden, its addresses become free, and its users are signed out. Past appointments and payments keep its name. This cannot be undone.`,
    },
  }[asking?.act ?? 'activate']
  const dialogs = asking && (
    <ConfirmDialog
      open
      onOpenChange={() => setAsking(null)}
      title={says.title}
      keep={<Trans>Leave as it is</Trans>}
      act={says.verb}
      danger={asking.act !== 'activate'}
      onConfirm={confirm}
    >
      {says.text}
    </ConfirmDialog>
  )
  return { itemsOf, dialogs }
}
