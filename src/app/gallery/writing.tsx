import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { Multilingual } from '../../i18n/multilingual.ts'
import { MultilingualRichField } from '../../ui/multilingual-rich-field.tsx'
import { RichText } from '../../ui/rich-text.tsx'
import { RichTextField } from '../../ui/rich-text-field.tsx'
import { Part } from './part.tsx'

/** Rich text: edited, in four languages, disabled, invalid, and as its readers see it. */
export function Writing() {
  const { t } = useLingui()
  const [html, setHtml] = useState(ARTICLE)
  const [texts, setTexts] = useState<Multilingual>([{ lang: 'tr', value: ARTICLE }])
  return (
    <Part title={<Trans>Rich text</Trans>}>
      <div className="gallery-columns wide">
        <RichTextField label={t`Text`} lang="tr" value={html} onChange={setHtml} max={2000} required />
        <RichText html={html} lang="tr" under={2} />
        <RichTextField
          low
          label={t`Answer`}
          value=""
          onChange={() => {}}
          max={2000}
          error={<Trans>Write something first.</Trans>}
        />
        <RichTextField
          low
          disabled
          label={t`Text that cannot be changed`}
          value={ARTICLE}
          onChange={() => {}}
          max={2000}
        />
      </div>
      <MultilingualRichField low label={t`Page`} value={texts} onChange={setTexts} max={2000} required />
    </Part>
  )
}

const ARTICLE = `<h1>Migren atağında ne yapmalı?</h1><p>Atak <strong>ilk bir saat</strong> içinde durdurulursa <em>daha kısa</em> sürer.</p><h2>Evde</h2><ul><li><p>Karanlık ve sessiz bir odada uzanın.</p></li><li><p>Küçük yudumlarla su için.</p></li></ul><h3>Ne zaman doktora?</h3><ol><li><p>Ağrı aniden ve çok şiddetli başladıysa</p></li><li><p>Ateş ya da ense sertliği varsa</p></li></ol><blockquote><p>Ayda dört günden fazla ağrı kesici kullanıyorsanız randevu alın.</p></blockquote><p>Ayrıntılı bilgi: <a href="https://www.who.int/">Dünya Sağlık Örgütü</a></p>`
