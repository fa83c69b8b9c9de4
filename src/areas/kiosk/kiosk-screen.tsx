import { Trans, useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { Hand, X } from 'lucide-react'
import { useCallback, useEffect, useRef, useState, type ReactNode } from 'react'
import { LANGUAGE_NAMES, LANGUAGES } from '../../../contract/kernel/constants.ts'
import { opensFor, proofByCode, visitsFor } from '../../../contract/kiosk/kiosk.rules.ts'
import type { KioskVisit } from '../../../contract/kiosk/kiosk.ts'
import { formatTime } from '../../i18n/format.ts'
import { loadLocale, useLanguage } from '../../i18n/locale.ts'
import { useHostFace } from '../session/entry-page.tsx'
import { useKeepParts } from '../../screen/use-parts.ts'
import { ChangeTag } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { useViewerZone } from '../../ui/minute-clock.ts'
import { Choose, Desk, Done, Early, Shut } from './answers.tsx'
import { leave } from './commands.ts'
import { digestAside } from './digest-aside.ts'
import { ByBirth, ByCode } from './identify.tsx'
import { KioskFrame } from './kiosk-frame.tsx'
import { codeIn } from './read-code.ts'
import { Scan } from './scan.tsx'
import { AskPin, Staff } from './staff.tsx'
import { endTablet } from './store.ts'
import { useAwake } from './use-awake.ts'
import { useIdle } from './use-idle.ts'
import { useTablet } from './use-tablet.ts'

type Step =
  | { readonly at: 'home' | 'code' | 'birth' | 'scan' | 'desk' | 'pin' | 'staff' }
  | { readonly at: 'early'; readonly opens: number }
  | { readonly at: 'choose'; readonly visits: readonly KioskVisit[] }
  | { readonly at: 'done'; readonly visit: KioskVisit; readonly others: readonly KioskVisit[] }

const HOME: Step = { at: 'home' }
const IDLE_SECONDS = 45
const RESULT_SECONDS = 10
/** The chunks a tablet needs, also to start without a network. */
const TABLET = ['KioskScreen']

/**
 * /kiosk: a clinic's tablet (SCREENS B29, rules 69–74). Works on today's list, also without a network; no person's data
 * stays on it.
 */
export function KioskScreen() {
  const { t } = useLingui()
  const navigate = useNavigate()
  const face = useHostFace()
  const language = useLanguage()
  const first = useRef(language)
  const [step, setStep] = useState<Step>(HOME)
  // rule 73: at the end of the day the people on the screen go too
  const life = useTablet(useCallback(() => setStep(HOME), []))
  useAwake()
  useKeepParts(TABLET)
  const home = () => {
    setStep(HOME)
    if (language !== first.current) void loadLocale(first.current)
  }
  const left = useIdle(
    step.at === 'home'
      ? 0
      : step.at === 'done' || step.at === 'desk' || step.at === 'early'
        ? RESULT_SECONDS
        : IDLE_SECONDS,
    step,
    home,
  )
  useEffect(() => {
    document.documentElement.dataset['density'] = 'kiosk'
    return () => void delete document.documentElement.dataset['density']
  }, [])
  const out = () => void endTablet().then(() => navigate({ to: '/login', search: {}, replace: true }))
  const { tablet, list, now } = life
  const viewer = useViewerZone()
  const zone = list?.zone ?? viewer

  function begin() {
    // full screen needs a press, and is lost when the tablet restarts; browsers without it stay as they are
    if (!document.fullscreenElement) void document.documentElement.requestFullscreen?.().catch(() => {})
    setStep({ at: 'code' })
  }
  async function prove(proof: string) {
    const digest = list ? await digestAside(list.salt, proof).catch(reported) : ''
    const found = visitsFor(list?.visits ?? [], digest, now())
    const opens = opensFor(list?.visits ?? [], digest, now())
    if (found.length) {
      life.hit()
      setStep({ at: 'choose', visits: found })
    } else if (opens !== null) {
      life.hit()
      setStep({ at: 'early', opens })
    } else {
      life.miss()
      setStep({ at: 'desk' })
    }
  }
  /** No one is found in this case, so the desk helps; the error is reported to whoever runs the platform. */
  function reported(error: unknown) {
    reportError(error)
    return ''
  }
  function read(text: string) {
    const code = codeIn(text, list?.visits ?? [])
    if (code) return void prove(proofByCode(code))
    life.miss()
    setStep({ at: 'desk' })
  }
  async function confirm(visit: KioskVisit, all: readonly KioskVisit[]) {
    const isKept = await life.touch(visit.id)
    setStep(isKept ? { at: 'done', visit, others: all.filter(({ id }) => id !== visit.id) } : { at: 'desk' })
  }

  if (tablet === undefined) return null
  const shut =
    life.lock.left > 0 && (step.at === 'code' || step.at === 'birth' || step.at === 'scan' || step.at === 'pin')
  const asks = step.at === 'code' || step.at === 'birth' || step.at === 'pin'
  const at = life.gone || !tablet ? 'ended' : shut ? 'shut' : step.at
  const frame = { face, name: face?.name ?? list?.name ?? '', zone, now, at }
  const restart = (
    <>
      <span className="kiosk-dim">{t`Back to the start in ${left} s`}</span>
      <Button className="kiosk-push" onClick={home}>
        <X aria-hidden="true" />
        <Trans>Start over</Trans>
      </Button>
    </>
  )
  if (!tablet || life.gone)
    return (
      <KioskFrame {...frame}>
        <h1>
          <Trans>Check-in has ended on this tablet</Trans>
        </h1>
        <p>
          <Trans>A member of the clinic can sign in and set it up again.</Trans>
        </p>
        <Button look="primary" onClick={out}>
          <Trans>To the sign-in page</Trans>
        </Button>
      </KioskFrame>
    )
  function body(): ReactNode {
    switch (step.at) {
      case 'home':
        return <Home hasList={list !== null} onBegin={begin} />
      case 'code':
        return (
          <ByCode
            onBack={home}
            onProof={prove}
            onBirth={() => setStep({ at: 'birth' })}
            onScan={() => setStep({ at: 'scan' })}
          />
        )
      case 'birth':
        return <ByBirth onBack={() => setStep({ at: 'code' })} onProof={prove} />
      case 'scan':
        return <Scan onBack={() => setStep({ at: 'code' })} onRead={read} />
      case 'desk':
        return <Desk />
      case 'early':
        return <Early opens={step.opens} zone={zone} />
      case 'choose':
        return <Choose visits={step.visits} zone={zone} onConfirm={(visit) => void confirm(visit, step.visits)} />
      case 'done':
        return <Done visit={step.visit} area={list?.area ?? ''} zone={zone} />
      case 'pin':
        return <AskPin tablet={tablet!} onRight={() => setStep({ at: 'staff' })} onWrong={life.miss} onBack={home} />
      case 'staff':
        return (
          <Staff
            list={list}
            unsent={life.unsent}
            onBack={home}
            onEnd={() => void leave(tablet!).then(() => navigate({ to: '/login', search: {}, replace: true }))}
          />
        )
    }
  }
  return (
    <KioskFrame
      {...frame}
      split={asks && !shut}
      onStaff={() => setStep({ at: 'pin' })}
      foot={
        step.at === 'home' ? (
          <>
            <Languages />
            <Freshness online={life.online} list={list} zone={zone} />
          </>
        ) : step.at === 'done' ? (
          <>
            {life.unsent > 0 && <ChangeTag state="pending">{t`Kept on this device`}</ChangeTag>}
            <span className="kiosk-dim kiosk-push">{t`${left} s`}</span>
            {step.others.length > 0 && (
              <Button onClick={() => setStep({ at: 'choose', visits: step.others })}>
                <Trans>Next appointment</Trans>
              </Button>
            )}
            <Button onClick={home}>
              <Trans>Done</Trans>
            </Button>
          </>
        ) : (
          restart
        )
      }
    >
      {shut ? <Shut left={Math.ceil(life.lock.left / 1000)} /> : body()}
    </KioskFrame>
  )
}

function Home({ hasList, onBegin }: { hasList: boolean; onBegin: () => void }) {
  return (
    <>
      <h1>
        <Trans>Welcome!</Trans>
      </h1>
      <p>
        {hasList ? (
          <Trans>Do you have an appointment today? Then please check in here.</Trans>
        ) : (
          <Trans>Check-in is not ready yet. Please go to reception.</Trans>
        )}
      </p>
      {hasList && (
        <Button look="primary" className="kiosk-big" onClick={onBegin}>
          <Hand aria-hidden="true" />
          <Trans>Touch to check in</Trans>
        </Button>
      )}
    </>
  )
}

function Languages() {
  const { t } = useLingui()
  const language = useLanguage()
  return (
    <nav className="kiosk-languages" aria-label={t`Language`}>
      {LANGUAGES.map((each) => (
        <button
          key={each}
          type="button"
          lang={each}
          aria-pressed={each === language}
          onClick={() => void loadLocale(each)}
        >
          {LANGUAGE_NAMES[each]}
        </button>
      ))}
    </nav>
  )
}

function Freshness({ online, list, zone }: { online: boolean; list: { readonly now: string } | null; zone: string }) {
  const { t } = useLingui()
  if (online || !list) return null
  const time = formatTime(list.now, zone)
  return (
    <span className="kiosk-push">
      <ChangeTag state="offline">{t`Offline, list of ${time}`}</ChangeTag>
    </span>
  )
}
