import { Trans, useLingui } from '@lingui/react/macro'
import type { InferOutput } from 'valibot'
import { LANGUAGE_NAMES, LANGUAGES } from '../../../contract/kernel/constants.ts'
import type { WordsSearch } from '../../screen/search.ts'
import { Button } from '../../ui/button.tsx'
import { ChipMenu, Chips } from '../../ui/chip.tsx'
import { SearchInput } from '../../ui/text-input.tsx'

type Search = InferOutput<typeof WordsSearch>

/** Filters by keyword, missing language, and what a kind of word has besides: use on cards, or online calls. */
export function WordFilters({
  label,
  search,
  set,
  onClear,
  withUse,
  withOnline,
}: {
  label: string
  search: Search
  set: (patch: Partial<Search>) => void
  onClear: () => void
  withUse?: boolean
  withOnline?: boolean
}) {
  const { t } = useLingui()
  const one = (value: string | undefined) => (value === undefined ? [] : [value])
  const isOn = [search.q, search.missing, search.use, search.online].some((value) => value !== undefined)
  return (
    <div className="words-filters no-print">
      <SearchInput
        label={label}
        placeholder={label}
        autoComplete="off"
        value={search.q ?? ''}
        onChange={(event) => set({ q: event.target.value || undefined })}
      />
      <Chips label={t`Filters`}>
        <ChipMenu
          single
          label={t`Missing language`}
          options={LANGUAGES.map((lang) => ({ value: lang, label: LANGUAGE_NAMES[lang] }))}
          values={one(search.missing)}
          onChange={([value]) => set({ missing: LANGUAGES.find((lang) => lang === value) })}
        />
        {withUse && (
          <ChipMenu
            single
            label={t`Used in profiles`}
            options={[
              { value: 'used', label: t`In use` },
              { value: 'unused', label: t`Not in use` },
            ]}
            values={one(search.use)}
            onChange={([value]) => set({ use: value === 'used' || value === 'unused' ? value : undefined })}
          />
        )}
        {withOnline && (
          <ChipMenu
            single
            label={t`Online calls`}
            options={[
              { value: 'yes', label: t`with online calls` },
              { value: 'no', label: t`without online calls` },
            ]}
            values={search.online === undefined ? [] : [search.online ? 'yes' : 'no']}
            onChange={([value]) => set({ online: value === undefined ? undefined : value === 'yes' })}
          />
        )}
        {isOn && (
          <Button look="quiet" small onClick={onClear}>
            <Trans>Clear all</Trans>
          </Button>
        )}
      </Chips>
    </div>
  )
}
