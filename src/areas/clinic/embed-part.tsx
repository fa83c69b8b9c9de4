import { Trans, useLingui } from '@lingui/react/macro'
import { ExternalLink } from 'lucide-react'
import { useState } from 'react'
import { EMBED_HOSTS_MOST } from '../../../contract/clinic/clinic.rules.ts'
import type { Language } from '../../../contract/kernel/constants.ts'
import type { Shown } from '../../db/row.ts'
import { Switch } from '../../ui/choice.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Field } from '../../ui/field.tsx'
import { LanguageOptions } from '../../ui/language-options.tsx'
import { NativeSelect } from '../../ui/native-select.tsx'
import { Note } from '../../ui/note.tsx'
import { TextArea } from '../../ui/text-input.tsx'
import { BrandPreviews } from './brand-preview.tsx'
import { ColourField } from './colour-field.tsx'
import { embedAddress, frameCode, linkCode } from './embed-code.ts'
import { hostsIn, isTooMany, wrongHost } from './embed-hosts.ts'
import type { ClinicEdit } from './use-clinic-edit.ts'

/** Booking on other websites (issue 35, 3): who may show it, in which colour, and what to paste there. */
export function EmbedPart({ edit: { values, set, wrong }, clinic }: { edit: ClinicEdit; clinic: Shown<'clinic'> }) {
  const { t } = useLingui()
  const bad = wrong.includes('embedHosts') ? wrongHost(values.embedHosts) : null
  const tooMany = isTooMany(values.embedHosts)
  if (clinic.private)
    return (
      <div className="card-body">
        <Note>
          <Trans>A private clinic has no public pages, so none of them can be shown on another website.</Trans>
        </Note>
      </div>
    )
  return (
    <div className="clinic-fields card-body">
      <div className="whole">
        <Field
          id="clinic-embedHosts"
          label={t`Websites that may show booking in a frame`}
          aside={`${hostsIn(values.embedHosts).length} / ${EMBED_HOSTS_MOST}`}
          error={
            bad
              ? t`“${bad}” is not a host name. Write it like www.example.com, one a line.`
              : wrong.includes('embedHosts') && tooMany
                ? t`At most ${EMBED_HOSTS_MOST} websites.`
                : null
          }
          help={
            <Trans>
              One host name a line. Only pages at https:// of exactly these names may; www.example.com and example.com
              are two. With none, no website may.
            </Trans>
          }
        >
          <TextArea
            rows={3}
            value={values.embedHosts}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            onChange={(event) => set({ embedHosts: event.target.value })}
            onBlur={() => set({ embedHosts: hostsIn(values.embedHosts).join('\n') })}
          />
        </Field>
      </div>
      <div className="whole">
        <Switch
          checked={values.embedColour !== ''}
          onChange={(event) => set({ embedColour: event.target.checked ? values.brand : '' })}
        >
          <Trans>A colour of its own there</Trans>
        </Switch>
      </div>
      {values.embedColour === '' ? null : (
        <>
          <ColourField
            id="clinic-embedColour"
            value={values.embedColour}
            onChange={(embedColour) => set({ embedColour })}
            isWrong={wrong.includes('embedColour')}
          />
          <div className="whole">
            <BrandPreviews colour={values.embedColour} name={values.name} logoId={clinic.logoId} />
          </div>
        </>
      )}
      <div className="whole">
        <Codes clinic={clinic} />
      </div>
    </div>
  )
}

function Codes({ clinic }: { clinic: Shown<'clinic'> }) {
  const { t } = useLingui()
  const [language, setLanguage] = useState<Language | ''>('')
  const { name } = clinic
  const address = embedAddress(clinic, language || null, location)
  const isFramed = (clinic.embedHosts ?? []).length > 0
  return (
    <div className="stack">
      <h3>
        <Trans>For your website</Trans>
      </h3>
      {clinic.active ? null : (
        <Note>
          <Trans>The clinic is inactive: the page says that no bookings are taken, and leads on.</Trans>
        </Note>
      )}
      <Field label={t`Language of the page`}>
        {/* a language's name is a choice of this list alone */}
        <NativeSelect value={language} onChange={(event) => setLanguage(event.target.value as Language | '')}>
          <option value="">{t`The visitor’s`}</option>
          <LanguageOptions />
        </NativeSelect>
      </Field>
      <Code label={t`Link`} text={linkCode(address, t`Book an appointment`)} />
      <Code
        label={t`Frame`}
        text={frameCode(address, t`Book an appointment: ${name}`)}
        help={
          isFramed
            ? t`Only the saved websites show it; all others stay empty.`
            : t`No website shows it until one is saved above. The link works everywhere.`
        }
      />
      <div className="row wrap">
        <a className="btn sm" href={address} target="_blank" rel="noreferrer">
          <ExternalLink aria-hidden="true" />
          <Trans>Open the page</Trans>
        </a>
      </div>
    </div>
  )
}

/** A text to copy, whole and readable. */
function Code({ label, text, help }: { label: string; text: string; help?: string }) {
  const { t } = useLingui()
  return (
    <Field label={label} help={help} aside={<CopyButton value={text} label={t`Copy: ${label}`} />}>
      <TextArea className="embed-code" readOnly rows={3} value={text} spellCheck={false} />
    </Field>
  )
}
