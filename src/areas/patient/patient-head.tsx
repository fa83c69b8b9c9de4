import { Trans, useLingui } from '@lingui/react/macro'
import { Link, useNavigate } from '@tanstack/react-router'
import { CalendarPlus, MoreHorizontal, Pencil, Phone, Star } from 'lucide-react'
import { formatDate } from '../../i18n/format.ts'
import { RecordChange } from '../../screen/change-tag.tsx'
import { useDevice } from '../../screen/device.ts'
import { usePhoneWords } from '../../screen/phone-words.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { Menu } from '../../ui/menu.tsx'
import { showToast } from '../../ui/toast.ts'
import { AllergyNote } from './allergies.tsx'
import { starPatient } from './commands-kept.ts'
import { usePatientActions } from './patient-actions.tsx'
import type { ListedCard } from './listed-card.ts'
import { MailWords, PassiveBadge, useAgeWords } from './patient-words.tsx'
import { MOST_KEPT, useStarred } from './queries-kept.ts'
import { UnprovedNote } from './unproved-note.tsx'

/** Name, age, contacts, allergies and acts. The one primary button books the next appointment. */
export function PatientHead({ card, onChanged }: { card: ListedCard; onChanged: () => void }) {
  const { t } = useLingui()
  const { person, zone } = useDevice()
  const navigate = useNavigate()
  const ageOf = useAgeWords()
  const phoneOf = usePhoneWords()
  const list = person.type === 'admin' ? '/patient' : '/patient-list'
  const { actionsOf, dialogs } = usePatientActions({ onGone: () => void navigate({ to: list, search: {} }) })
  const shown = new Set(['open', 'book', 'call', 'note', 'edit'])
  const rest = actionsOf(card).filter(({ id }) => !shown.has(id))
  return (
    <section className="card patient-head">
      <Avatar name={card.name} large />
      <div className="grow stack-2">
        <h2 className="patient-name">
          {card.name} {!card.active && <PassiveBadge />} <RecordChange of={card} />
        </h2>
        <p className="dim">
          {[ageOf(card), card.phone && phoneOf(card.phone)].filter(Boolean).join(' · ')} ·{' '}
          <MailWords email={card.email} />
        </p>
        {card.erasureAskedAt && (
          <p className="allergy">
            <b>
              <Trans>Has asked for their data to be erased</Trans>
            </b>{' '}
            <Trans>since {formatDate(card.erasureAskedAt, zone)}: “Erase for good” in the menu carries it out.</Trans>
          </p>
        )}
        {person.type !== 'admin' && <AllergyNote card={card} />}
        <UnprovedNote card={card} onProved={onChanged} />
      </div>
      <div className="row wrap patient-acts">
        <Link
          to="/appointment/new"
          search={{ patient: card.id, ...(person.type === 'doctor' && { doctor: person.id }) }}
          className="btn primary"
        >
          <CalendarPlus aria-hidden="true" />
          <Trans>Book an appointment</Trans>
        </Link>
        {card.phone && (
          <a className="btn" href={`tel:${card.phone}`}>
            <Phone aria-hidden="true" />
            <Trans>Call</Trans>
          </a>
        )}
        <Link to="/patient/$id/edit" params={{ id: card.id }} className="btn">
          <Pencil aria-hidden="true" />
          <Trans>Edit</Trans>
        </Link>
        {person.type !== 'admin' && <KeepStar card={card} />}
        {rest.length > 0 && (
          <Menu
            items={rest.map((item) => ({
              ...item,
              onSelect: () => {
                item.onSelect()
                onChanged()
              },
            }))}
          >
            <IconButton label={t`More for ${card.name}`} icon={<MoreHorizontal />} />
          </Menu>
        )}
      </div>
      {dialogs}
    </section>
  )
}

/** "Keep on this device": keeps all visits of this patient here, not only those of the days kept (SCREENS B7). */
function KeepStar({ card }: { card: ListedCard }) {
  const { t } = useLingui()
  const device = useDevice()
  const starred = useStarred()
  if (!starred) return null
  const on = starred.has(card.id)
  const toggle = async () => {
    const kept = await starPatient(device, card.id, !on)
    if (!kept) showToast({ kind: 'failed', title: t`This device keeps at most ${MOST_KEPT} patients whole.` })
    else if (!on)
      showToast({
        title: t`Kept on this device`,
        text: t`You can read all appointments of ${card.name} offline.`,
      })
  }
  return (
    <Button aria-pressed={on} onClick={() => void toggle()}>
      <Star aria-hidden="true" className={on ? 'starred' : undefined} />
      {on ? <Trans>Kept on this device</Trans> : <Trans>Keep on this device</Trans>}
    </Button>
  )
}
