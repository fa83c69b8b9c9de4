import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { Ellipsis, ExternalLink } from 'lucide-react'
import { useId, useState, type ReactNode } from 'react'
import { Sheet } from '../ui/dialog.tsx'
import { classes } from '../ui/classes.ts'
import { NavIconMark } from '../screen/nav-icon.tsx'
import { sidebarScreens } from './routes.tsx'
import { useDevice } from '../screen/device.ts'
import { NavCount } from './nav-count.tsx'
import { mayOpen, NAV_GROUPS, type NavGroup } from './screen.ts'

/**
 * The number of entries for which a phone's bottom bar (one fewer on the narrowest) and a tablet's rail have room; the
 * rest is behind "More".
 */
const ON_PHONE = 4
const ON_TABLET = 8
/** From this many entries on they are grouped; only an admin has so many. */
const GROUPED_FROM = 13

/**
 * The sidebar: this person's screens, with those of superadmins only for them, and for patients the link to the booking
 * site (SPEC §2).
 */
export function Nav({ name }: { name: string }) {
  const { t, i18n } = useLingui()
  const [open, setOpen] = useState(false)
  const { person, settings } = useDevice()
  const site = settings.bookingSiteUrl
  const screens = sidebarScreens.filter(({ screen }) => screen.icon && mayOpen(screen, person))
  const hasMore = screens.length > ON_PHONE || (person.type === 'patient' && site !== null)
  // bar and rail show the first entries in the order of the addresses, whatever their group
  const entries = screens.map(({ path, screen }, i) => ({
    group: screen.group,
    link: (
      <Link
        key={path}
        to={path}
        activeOptions={{ exact: path !== '/appointment', includeSearch: false }}
        onClick={() => setOpen(false)}
        className={classes(
          'nav-link',
          hasMore && i === ON_PHONE - 1 && 'fourth',
          i >= ON_PHONE && 'middle',
          i >= ON_TABLET && 'wide',
        )}
      >
        {screen.icon ? <NavIconMark icon={screen.icon} /> : null}
        <span>{i18n._(screen.title)}</span>
        {path === '/question' && <NavCount />}
      </Link>
    ),
  }))
  const links =
    entries.length < GROUPED_FROM
      ? entries.map(({ link }) => link)
      : NAV_GROUPS.map((group) => (
          <NavPart key={group} group={group}>
            {entries.filter((entry) => entry.group === group).map(({ link }) => link)}
          </NavPart>
        ))
  const booking =
    person.type === 'patient' && site ? (
      <a
        key="site"
        className={classes('nav-link', 'middle', entries.length >= ON_TABLET && 'wide')}
        href={site}
        target="_blank"
        rel="noreferrer"
      >
        <ExternalLink aria-hidden="true" size={20} strokeWidth={1.75} />
        <span>
          <Trans>Booking site</Trans>
        </span>
      </a>
    ) : null
  return (
    <nav className="nav" aria-label={t`Main navigation`}>
      <div className="nav-inner">
        <div className="nav-brand">
          <span className="mark" aria-hidden="true">
            {[...name][0]}
          </span>
          <span className="name">{name}</span>
        </div>
        {links}
        {booking}
        {hasMore ? (
          <button
            type="button"
            className={classes('nav-link', 'nav-more', entries.length <= ON_TABLET && 'phone-only')}
            aria-haspopup="dialog"
            onClick={() => setOpen(true)}
          >
            <Ellipsis aria-hidden="true" size={20} strokeWidth={1.75} />
            <span>
              <Trans>More</Trans>
            </span>
          </button>
        ) : null}
      </div>
      <Sheet open={open} onOpenChange={setOpen} title={<Trans>All screens</Trans>}>
        <div className="nav-all">
          {links}
          {booking}
        </div>
      </Sheet>
    </nav>
  )
}

/** Entries under their heading, for which bar and rail have no room. */
function NavPart({ group, children }: { group: NavGroup; children: ReactNode }) {
  const id = useId()
  return (
    <div role="group" aria-labelledby={id} className="nav-part">
      <p id={id} className="nav-head">
        <GroupWord group={group} />
      </p>
      {children}
    </div>
  )
}

function GroupWord({ group }: { group: NavGroup }) {
  switch (group) {
    case 'care':
      return <Trans context="menu">Appointments and hours</Trans>
    case 'people':
      return <Trans context="menu">Clinics and people</Trans>
    case 'money':
      return <Trans context="menu">Money</Trans>
    case 'content':
      return <Trans context="menu">For the public</Trans>
    case 'platform':
      return <Trans context="menu">Platform</Trans>
  }
}
