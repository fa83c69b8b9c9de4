import './sign-in.css'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link, useLocation } from '@tanstack/react-router'
import { HostLogo } from '../clinic/host-logo.tsx'
import { formatWallDate } from '../../i18n/format.ts'
import { useLanguage } from '../../i18n/locale.ts'
import { pickText } from '../../i18n/multilingual.ts'
import { useHostFace } from './entry-page.tsx'
import { LanguageSelect } from './language-select.tsx'
import { PlatformPolicy, PlatformTerms } from './legal-texts.tsx'

/** /legal/terms, /legal/policy: this host's own texts, or the platform's if the clinic has none (SPEC §5, rule 54). */
export function LegalScreen() {
  const { t } = useLingui()
  const isTerms = useLocation().pathname === '/legal/terms'
  const face = useHostFace()
  const language = useLanguage()
  const text = face && pickText(isTerms ? face.terms : face.dataPolicy, language)
  return (
    <main className="legal-page">
      <div className="row legal-top">
        <HostLogo face={face} className="sign-in-mark legal-mark" />
        <p className="grow strong">{face?.name ?? 'Bedside'}</p>
        <LanguageSelect />
      </div>
      <h1>{isTerms ? <Trans>Terms of use</Trans> : <Trans>Data policy</Trans>}</h1>
      {text ? (
        <div className="legal-text" lang={text.lang === language ? undefined : text.lang}>
          {text.value}
        </div>
      ) : isTerms ? (
        <PlatformTerms />
      ) : (
        <PlatformPolicy />
      )}
      {text && face?.legalDate ? (
        <p className="sm dim">
          <Trans>Valid from {formatWallDate(Number(face.legalDate.replaceAll('-', '')))}</Trans>
        </p>
      ) : null}
      <nav className="sign-in-links" aria-label={t`Further pages`}>
        {isTerms ? (
          <Link to="/legal/policy">
            <Trans>Data policy</Trans>
          </Link>
        ) : (
          <Link to="/legal/terms">
            <Trans>Terms of use</Trans>
          </Link>
        )}
        <Link to="/appointment" search={{}}>
          <Trans>To the appointments</Trans>
        </Link>
      </nav>
    </main>
  )
}
