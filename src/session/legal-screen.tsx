import './sign-in.css'
import { Trans } from '@lingui/react/macro'
import { useLocation } from '@tanstack/react-router'
import { formatWallDate } from '../i18n/format.ts'
import { useLanguage } from '../i18n/locale.ts'
import { pickText } from '../i18n/multilingual.ts'
import { useHostFace } from './entry-page.tsx'
import { LanguageSelect } from './language-select.tsx'
import { PlatformPolicy, PlatformTerms } from './legal-texts.tsx'

/** /legal/terms, /legal/policy: this host's own texts, or the platform's where the clinic has none (SPEC §5, rule 54). */
export function LegalScreen() {
  const isTerms = useLocation().pathname === '/legal/terms'
  const face = useHostFace()
  const language = useLanguage()
  const text = face && pickText(isTerms ? face.terms : face.dataPolicy, language)
  return (
    <main className="legal-page">
      <div className="row sign-in-top">
        <LanguageSelect />
      </div>
      <header>
        <h1>{isTerms ? <Trans>Terms of use</Trans> : <Trans>Data policy</Trans>}</h1>
        <p className="dim">{face?.name ?? 'Bedside'}</p>
      </header>
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
    </main>
  )
}
