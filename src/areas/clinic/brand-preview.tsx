import { Trans, useLingui } from '@lingui/react/macro'
import { type CSSProperties, useEffect, useRef, useState } from 'react'
import { contrastOf, isColour, lettersOn, READABLE } from '../../../contract/clinic/clinic.rules.ts'
import { FileImage } from '../file/file-image.tsx'
import { type Brand, brandOf, paintedHex } from '../../ui/brand.ts'

type Face = { readonly colour: string; readonly name: string; readonly logoId: string | null }

/**
 * The app in this colour, light and dark, each with its contrast in figures and, if that is too low, what the app does
 * about it.
 */
export function BrandPreviews(face: Face) {
  const brand = isColour(face.colour) ? brandOf(face.colour) : null
  if (!brand) return null
  return (
    <div className="brand-previews">
      <BrandPreview theme="light" brand={brand} {...face} />
      <BrandPreview theme="dark" brand={brand} {...face} />
    </div>
  )
}

/** It uses the colour's hue and strength; the lightness is the app's own, so that everything stays readable. */
function BrandPreview({ theme, brand, colour, name, logoId }: Face & { theme: 'light' | 'dark'; brand: Brand }) {
  const { t } = useLingui()
  const place = useRef<HTMLDivElement>(null)
  const [measured, setMeasured] = useState<{ readonly own: number; readonly words: number } | null>(null)
  useEffect(() => setMeasured(place.current && measure(place.current, colour)), [colour])
  const style = { '--brand-h': brand.hue, '--brand-c': brand.chroma } as CSSProperties // custom properties are not in the type
  return (
    <div
      ref={place}
      className="brand-preview"
      data-brand=""
      data-theme={theme}
      style={style}
      role="group"
      aria-label={theme === 'light' ? t`Preview of the colour, light` : t`Preview of the colour, dark`}
    >
      <div className="row">
        {logoId ? (
          <FileImage id={logoId} size={480} alt="" className="icon-preview" />
        ) : (
          <span className="icon-preview" style={{ background: colour, color: lettersOn(colour) }} aria-hidden="true">
            {[...name][0]}
          </span>
        )}
        <strong>{name}</strong>
      </div>
      <div className="row wrap">
        <span className="btn primary">
          <Trans>Book an appointment</Trans>
        </span>
        <span className="chip on">
          <span className="chip-label">
            <Trans>Today</Trans>
          </span>
        </span>
      </div>
      {measured && <ContrastWords theme={theme} {...measured} />}
    </div>
  )
}

/**
 * `own`: the contrast of the unchanged colour on the page; `words`: that of the label on a button, in the shade that
 * the app uses.
 */
function ContrastWords({ theme, own, words }: { theme: 'light' | 'dark'; own: number; words: number }) {
  const [mine, its] = [own.toFixed(1), words.toFixed(1)]
  return (
    <p className="sm">
      {own >= READABLE ? (
        <Trans>The colour itself stands out from the page by {mine} : 1.</Trans>
      ) : theme === 'light' ? (
        <Trans>
          The colour itself stands out from the page by {mine} : 1 only, too little for words (4.5 : 1). Buttons and
          links take a darker shade of it.
        </Trans>
      ) : (
        <Trans>
          The colour itself stands out from the page by {mine} : 1 only, too little for words (4.5 : 1). Buttons and
          links take a lighter shade of it.
        </Trans>
      )}{' '}
      <Trans>Words on buttons: {its} : 1.</Trans>
    </p>
  )
}

/** Measures the colours as the browser paints them. */
function measure(preview: HTMLElement, colour: string) {
  const button = preview.querySelector('.btn')
  const [page, ground, ink] = [
    paintedHex(getComputedStyle(preview).backgroundColor),
    button && paintedHex(getComputedStyle(button).backgroundColor),
    button && paintedHex(getComputedStyle(button).color),
  ]
  return page && ground && ink ? { own: contrastOf(colour, page), words: contrastOf(ground, ink) } : null
}
