import './gallery.css'
import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { LANGUAGE_NAMES, type Language } from '../../../contract/kernel/constants.ts'
import { chooseLocale, useLanguage } from '../../i18n/locale.ts'
import { chooseBrand } from '../../ui/brand.ts'
import { Controls } from './controls.tsx'
import { Floating } from './floating.tsx'
import { Ground } from './ground.tsx'
import { Lists } from './lists.tsx'
import { Picking } from './picking.tsx'
import { Places } from './places.tsx'
import { Records } from './records.tsx'
import { BRANDS } from './samples.ts'
import { Status } from './status.tsx'
import { loadGalleryWords } from './words.ts'
import { Writing } from './writing.tsx'
import { NativeSelect } from '../../ui/native-select.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { chooseTheme, followSystemTheme, readTheme } from '../../ui/theme.ts'
import { Toaster } from '../../ui/toaster.tsx'

/** Every part of the kit in every state, at /dev/ui: in both themes, five brands, four languages, two densities. */
export function Gallery() {
  const language = useLanguage()
  const [worded, setWorded] = useState<Language | null>(null)
  useEffect(() => {
    void loadGalleryWords(language).then(() => setWorded(language))
  }, [language])
  useEffect(followSystemTheme, [])
  if (worded === null) return null
  return (
    <main className="gallery">
      <header className="gallery-head">
        <h1>
          <Trans>The kit</Trans>
        </h1>
        <Switches />
      </header>
      <Ground />
      <Status />
      <Controls />
      <Picking />
      <Writing />
      <Places />
      <Lists />
      <Records />
      <Floating />
      <Toaster />
    </main>
  )
}

function Switches() {
  const { t } = useLingui()
  const [theme, setTheme] = useState(readTheme)
  const [density, setDensity] = useState(document.documentElement.dataset['density'] ?? 'comfortable')
  return (
    <div className="row wrap push">
      <NativeSelect
        aria-label={t`Language`}
        value={useLanguage()}
        onChange={(event) => void chooseLocale(event.target.value as Language)}
      >
        {Object.entries(LANGUAGE_NAMES).map(([language, name]) => (
          <option key={language} value={language}>
            {name}
          </option>
        ))}
      </NativeSelect>
      <NativeSelect aria-label={t`Brand`} defaultValue="" onChange={(event) => chooseBrand(event.target.value)}>
        <option value="" disabled>
          {t`Brand`}
        </option>
        {BRANDS.map(({ name, colour }) => (
          <option key={name} value={colour}>
            {name}
          </option>
        ))}
      </NativeSelect>
      <Segmented
        label={t`Theme`}
        value={theme}
        options={[
          { value: 'light', label: t`Light` },
          { value: 'dark', label: t`Dark` },
          { value: 'system', label: t`Device` },
        ]}
        onChange={(next) => {
          chooseTheme(next)
          setTheme(next)
        }}
      />
      <Segmented
        label={t`Density`}
        value={density}
        options={[
          { value: 'comfortable', label: t`Comfortable` },
          { value: 'compact', label: t`Compact` },
        ]}
        onChange={(next) => {
          document.documentElement.dataset['density'] = next
          setDensity(next)
        }}
      />
    </div>
  )
}
