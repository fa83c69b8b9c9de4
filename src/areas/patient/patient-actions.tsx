import { Trans, useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import {
  CalendarPlus,
  Eraser,
  Eye,
  FileDown,
  KeyRound,
  Link as LinkIcon,
  Mail,
  NotebookPen,
  Pencil,
  Phone,
  ReceiptText,
  Trash2,
  UserCheck,
  UserX,
} from 'lucide-react'
import { useState, type ReactNode } from 'react'
import type { Patient } from '../../../contract/patient/patient.ts'
import { messages } from '../../i18n/messages.ts'
import { useDevice } from '../../screen/device.ts'
import { isNotSaved } from '../../screen/commands-waiting.ts'
import { useIsOffline } from '../../screen/queries-waiting.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import type { MenuItem } from '../../ui/menu-items.ts'
import { showToast } from '../../ui/toast.ts'
import { RecoverDialog, useRecovers } from '../user/recover-dialog.tsx'
import { recoverPatient, updatePatient } from './commands.ts'
import { DeleteDialog } from './delete-dialog.tsx'
import { EraseDialog } from './erase-dialog.tsx'
import { RecordDialog } from './record-dialog.tsx'

type Card = Pick<Patient, 'id' | 'name' | 'phone' | 'email' | 'active' | 'visits'>

/**
 * What the signed-in person may do to a patient, as menu items; an act that is not possible now has its reason. Render
 * `dialogs` once on the page.
 */
export function usePatientActions({ onGone }: { onGone?: () => void } = {}): {
  readonly actionsOf: (card: Card) => readonly (MenuItem & { readonly id: string })[]
  readonly dialogs: ReactNode
} {
  const { t } = useLingui()
  const { person } = useDevice()
  const offline = useIsOffline()
  const navigate = useNavigate()
  const [pending, setPending] = useState<{
    readonly act: 'passive' | 'delete' | 'export' | 'erase' | 'recover'
    readonly card: Card
  } | null>(null)
  const recovers = useRecovers()
  const activate = useSetActive()
  const close = () => setPending(null)
  const staff = person.type !== 'doctor'
  return {
    actionsOf: (card) => {
      const { id, phone, email } = card
      const acts: ((MenuItem & { readonly id: string }) | null)[] = [
        {
          id: 'open',
          label: t`Open`,
          icon: <Eye />,
          onSelect: () => void navigate({ to: '/patient/$id', params: { id }, search: {} }),
        },
        {
          id: 'book',
          label: t`Book an appointment`,
          icon: <CalendarPlus />,
          onSelect: () =>
            void navigate({
              to: '/appointment/new',
              search: { patient: id, ...(person.type === 'doctor' && { doctor: person.id }) },
            }),
        },
        phone
          ? { id: 'call', label: t`Call the patient`, icon: <Phone />, onSelect: () => location.assign(`tel:${phone}`) }
          : null,
        email
          ? {
              id: 'mail',
              label: t`Write an email`,
              icon: <Mail />,
              onSelect: () => location.assign(`mailto:${encodeURIComponent(email).replace('%40', '@')}`),
            }
          : null,
        person.type === 'admin'
          ? null
          : {
              id: 'note',
              label: t`Write a note`,
              icon: <NotebookPen />,
              onSelect: () => void navigate({ to: '/patient/$id', params: { id }, search: { tab: 'notes' } }),
            },
        ...(staff
          ? [
              {
                id: 'payments',
                label: t`Payments`,
                icon: <ReceiptText />,
                onSelect: () => void navigate({ to: '/payment', search: { patient: id, preset: 'all' } }),
              },
              {
                id: 'link',
                label: t`New payment link`,
                icon: <LinkIcon />,
                whyDisabled: offline ? t`You need to be online to do this.` : null,
                onSelect: () => void navigate({ to: '/paymentlink', search: { patient: id } }),
              },
            ]
          : []),
        {
          id: 'edit',
          label: t`Edit`,
          icon: <Pencil />,
          onSelect: () => void navigate({ to: '/patient/$id/edit', params: { id } }),
        },
        {
          id: 'export',
          label: t`Export the record`,
          icon: <FileDown />,
          whyDisabled: offline ? t`You need to be online to do this.` : null,
          onSelect: () => setPending({ act: 'export', card }),
        },
        recovers
          ? {
              id: 'recover',
              label: t`Recover access`,
              icon: <KeyRound />,
              whyDisabled: offline ? t`You need to be online to do this.` : null,
              onSelect: () => setPending({ act: 'recover', card }),
            }
          : null,
        staff && !card.active
          ? {
              id: 'activate',
              label: t`Make active again`,
              icon: <UserCheck />,
              onSelect: () => void activate(card, true),
            }
          : null,
        staff && card.active
          ? {
              id: 'passive',
              label: t`Make inactive`,
              icon: <UserX />,
              onSelect: () => setPending({ act: 'passive', card }),
            }
          : null,
        staff
          ? {
              id: 'delete',
              label: t`Delete`,
              icon: <Trash2 />,
              danger: true,
              whyDisabled: offline ? t`You need to be online to do this.` : null,
              onSelect: () => setPending({ act: 'delete', card }),
            }
          : null,
        person.type === 'clinic' || person.superadmin
          ? {
              id: 'erase',
              label: t`Erase for good`,
              icon: <Eraser />,
              danger: true,
              whyDisabled: offline ? t`You need to be online to do this.` : null,
              onSelect: () => setPending({ act: 'erase', card }),
            }
          : null,
      ]
      return acts.filter((act) => act !== null)
    },
    dialogs:
      pending &&
      (pending.act === 'recover' ? (
        <RecoverDialog
          name={pending.card.name}
          recover={(password) => recoverPatient(pending.card.id, password)}
          onClose={close}
        />
      ) : pending.act === 'export' ? (
        <RecordDialog card={pending.card} onClose={close} />
      ) : pending.act === 'erase' ? (
        <EraseDialog card={pending.card} onClose={close} {...(onGone && { onGone })} />
      ) : pending.act === 'delete' ? (
        <DeleteDialog
          card={pending.card}
          onClose={close}
          onPassive={() => activate(pending.card, false)}
          {...(onGone && { onGone })}
        />
      ) : (
        <ConfirmDialog
          open
          onOpenChange={close}
          title={<Trans>Make {pending.card.name} inactive?</Trans>}
          keep={<Trans>Leave as it is</Trans>}
          act={<Trans>Make inactive</Trans>}
          onConfirm={() => activate(pending.card, false)}
        >
          {person.type === 'admin' ? (
            <Trans>
              The patient leaves the lists and can no longer sign in. Appointments and payments stay, no message is
              sent.
            </Trans>
          ) : (
            <Trans>
              The patient leaves your clinic’s lists. Appointments and payments stay, no message is sent; you can undo
              it at any time.
            </Trans>
          )}
        </ConfirmDialog>
      )),
  }
}

function useSetActive() {
  const { i18n, t } = useLingui()
  const device = useDevice()
  return async (card: Card, active: boolean) => {
    try {
      await updatePatient(device, card.id, { active })
      showToast({ kind: 'on-device', title: t`Saved on this device`, text: card.name })
    } catch (error) {
      if (!isNotSaved(error)) throw error
      showToast({ kind: 'failed', title: i18n._(messages.not_saved) })
    }
  }
}
