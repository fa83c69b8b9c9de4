import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { hostOf, isSlug, SLUG_MOST, whyNotHosts } from '../../../contract/clinic/clinic.rules.ts'
import type { Shown } from '../../db/row.ts'
import { useDevice } from '../../screen/device.ts'
import { useProblemWords } from '../../screen/problem-words.ts'
import type { Problem } from '../../screen/problem.ts'
import { useIsOffline } from '../../screen/queries-waiting.ts'
import { Button } from '../../ui/button.tsx'
import { Switch } from '../../ui/choice.tsx'
import { Field } from '../../ui/field.tsx'
import { Note } from '../../ui/note.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { showToast } from '../../ui/toast.ts'
import { checkHost, setHosts } from './commands.ts'

const KINDS = ['panelUrl', 'webUrl', 'paymentUrl'] as const
type Kind = (typeof KINDS)[number]
type SaveReply = { readonly tone: 'saved' | 'failed' | 'offline'; readonly text: string }

/**
 * The three addresses with their switches, and the short name (SCREENS B4). Online only: the server knows whether a
 * host is free.
 */
export function HostsPart({ clinic }: { clinic: Shown<'clinic'> }) {
  const { t } = useLingui()
  const { kick, person } = useDevice()
  const offline = useIsOffline()
  const words = useProblemWords()
  const [slug, setSlug] = useState(clinic.slug)
  const [typed, setTyped] = useState<Record<Kind, string>>({
    panelUrl: clinic.panelUrl ?? '',
    webUrl: clinic.webUrl ?? '',
    paymentUrl: clinic.paymentUrl ?? '',
  })
  const [on, setOn] = useState<Record<Kind, boolean>>({
    panelUrl: clinic.panelUrlStatus !== false,
    webUrl: clinic.webUrlStatus !== false,
    paymentUrl: clinic.paymentUrlStatus !== false,
  })
  const [replies, setReplies] = useState<Partial<Record<Kind, SaveReply>>>({})
  const [problem, setProblem] = useState<Problem | null>(null)
  const [busy, setBusy] = useState(false)
  const labels: Record<Kind, { address: string; state: string; does: string }> = {
    panelUrl: {
      address: t`Panel address`,
      state: t`The panel answers`,
      does: t`Sign-in and the app, and links in messages. Switched off, no one signs in there, and links lead to the platform’s address.`,
    },
    webUrl: {
      address: t`Website address`,
      state: t`The website is shown`,
      does: clinic.private
        ? t`Only public clinics have a website here. It answers nothing while the clinic is private.`
        : t`The public pages and booking, and the address that search engines list. Switched off, they are on the panel address only.`,
    },
    paymentUrl: {
      address: t`Payment address`,
      state: t`Payments are taken there`,
      does: t`Payment links open there, and no one signs in. Switched off, new links open on the panel address, and those already sent for this address no longer work.`,
    },
  }
  const whyNot = (kind: Kind) =>
    typed[kind].trim() && !hostOf(typed[kind])
      ? t`This is not a valid address. Leave out https:// and the slash at the end, for example panel.example.com.`
      : null
  const slugWrong = isSlug(slug) ? null : t`Lowercase letters, digits and hyphens, for example kuzey-klinik.`
  const closed = whyNotHosts(person.type, { isPrivate: clinic.private === true, hadUser: true })
  const why = closed
    ? t`Only users of this private clinic change its addresses.`
    : offline
      ? t`You need to be online to change this.`
      : null

  async function look(kind: Kind) {
    if (!typed[kind].trim() || whyNot(kind) || offline) return
    const outcome = await checkHost(typed[kind], clinic.id)
    if (outcome.kind !== 'done') return
    const { host, state, resolves } = outcome.reply
    const free: SaveReply =
      resolves === false
        ? { tone: 'offline', text: t`${host ?? ''} is free, but its name leads nowhere yet (DNS).` }
        : { tone: 'saved', text: t`${host ?? ''} is free.` }
    setReplies((now) => ({
      ...now,
      [kind]:
        state === 'free'
          ? free
          : state === 'in_use'
            ? { tone: 'failed', text: t`Another clinic uses this address.` }
            : state === 'reserved'
              ? { tone: 'failed', text: t`This address belongs to the platform itself.` }
              : { tone: 'failed', text: t`This is not a valid address.` },
    }))
  }

  async function save() {
    const wrong = KINDS.find((kind) => whyNot(kind))
    if (slugWrong) return document.getElementById('clinic-slug')?.focus()
    if (wrong) return document.getElementById(`clinic-${wrong}`)?.focus()
    setBusy(true)
    const outcome = await setHosts(clinic.version, {
      id: clinic.id,
      ...(slug !== clinic.slug && { slug }),
      ...Object.fromEntries(KINDS.map((kind) => [kind, typed[kind].trim() || null])),
      ...Object.fromEntries(KINDS.map((kind) => [`${kind}Status`, on[kind]])),
    })
    setBusy(false)
    kick()
    setProblem(outcome.kind === 'done' ? null : outcome)
    if (outcome.kind === 'done') showToast({ kind: 'saved', title: t`The addresses are saved` })
  }

  return (
    <div className="card-body stack">
      {problem && <Note tone="failed" alert title={words(problem)} />}
      {clinic.private && !closed ? (
        <Note>
          <Trans>
            Messages to your people lead only to addresses that you have saved here. Saving confirms those that are
            shown.
          </Trans>
        </Note>
      ) : null}
      <p className="help">
        <Trans>
          Each address is a host name of yours, without https and without a slash at the end. Point its DNS record at
          this server, and have the proxy before it serve the name with a certificate and pass Host on.
        </Trans>
      </p>
      <Field
        id="clinic-slug"
        label={t`Short name in addresses`}
        required
        error={slugWrong}
        help={
          <Trans>
            Also starts the references of bank transfers, and is in the address that other websites show in a frame:
            change it there too.
          </Trans>
        }
      >
        <TextInput
          value={slug}
          maxLength={SLUG_MOST}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          onChange={(event) => setSlug(event.target.value)}
        />
      </Field>
      {KINDS.map((kind) => (
        <div key={kind} className="host-row">
          <Field id={`clinic-${kind}`} label={labels[kind].address} error={whyNot(kind)} help={labels[kind].does}>
            <TextInput
              value={typed[kind]}
              maxLength={300}
              inputMode="url"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              onChange={(event) => {
                const { value } = event.target
                setTyped((now) => ({ ...now, [kind]: value }))
                setReplies((now) => ({ ...now, [kind]: undefined }))
              }}
              onBlur={() => {
                const host = hostOf(typed[kind])
                if (host) setTyped((now) => ({ ...now, [kind]: host }))
                void look(kind)
              }}
            />
          </Field>
          <div aria-live="polite">
            {replies[kind] ? <Note tone={replies[kind].tone}>{replies[kind].text}</Note> : null}
          </div>
          <Switch
            checked={on[kind]}
            onChange={(event) => {
              const { checked } = event.target
              setOn((now) => ({ ...now, [kind]: checked }))
            }}
          >
            {labels[kind].state}
          </Switch>
        </div>
      ))}
      <div className="row wrap">
        <Button look="primary" whyDisabled={why} aria-busy={busy || undefined} onClick={() => void (busy || save())}>
          <Trans>Save the addresses</Trans>
        </Button>
      </div>
    </div>
  )
}
