import { Trans, useLingui } from '@lingui/react/macro'
import { RATES } from '../../../contract/comment/comment.lists.ts'
import { fullName } from '../doctor/doctor-words.ts'
import { useDoctors } from '../doctor/queries.ts'
import { nameCollator } from '../../i18n/format.ts'
import { useLanguage } from '../../i18n/locale.ts'
import { useDevice } from '../../screen/device.ts'
import type { CommentSearch } from '../../screen/search.ts'
import { Button } from '../../ui/button.tsx'
import { ChipMenu, Chips, FilterChip } from '../../ui/chip.tsx'
import type { ShownComment } from './queries.ts'
import { plural } from '@lingui/core/macro'

/** Filters of the comments: published, stars, doctor, age, with or without text, reported (SCREENS B13). */
export function CommentFilters({
  of,
  search,
  set,
}: {
  of: readonly ShownComment[]
  search: CommentSearch
  set: (patch: Partial<CommentSearch>) => void
}) {
  const { t } = useLingui()
  const { person } = useDevice()
  const language = useLanguage()
  const doctors = useDoctors()
  const { state, rate, doctor, preset, text, reported } = search
  const any = [state, rate, doctor, preset, text, reported].some(Boolean)
  const named = [...new Set(of.map(({ doctorId }) => doctorId))]
    .flatMap((id) => doctors?.get(id) ?? [])
    .map((each) => ({ value: each.id, label: fullName(each) }))
    .toSorted((a, b) => nameCollator(language).compare(a.label, b.label))
  return (
    <Chips label={t`Filters`}>
      <ChipMenu
        single
        label={t`Status`}
        options={[
          { value: 'unpublished', label: t({ message: 'not published', context: 'content' }) },
          { value: 'published', label: t({ message: 'published', context: 'content' }) },
        ]}
        values={state ? [state] : []}
        onChange={([value]) => set({ state: value === 'published' || value === 'unpublished' ? value : undefined })}
      />
      <ChipMenu
        single
        label={t`Stars`}
        options={RATES.toReversed().map((stars) => ({
          value: String(stars),
          label: plural(stars, { one: '# star', other: '# stars' }),
        }))}
        values={rate ? [String(rate)] : []}
        onChange={([value]) => set({ rate: RATES.find((each) => String(each) === value) })}
      />
      {person.type !== 'doctor' && named.length > 1 && (
        <ChipMenu
          single
          label={t`Doctor`}
          options={named}
          values={doctor ? [doctor] : []}
          onChange={([value]) => set({ doctor: value })}
        />
      )}
      <ChipMenu
        single
        label={t`Days`}
        options={[
          { value: 'last7', label: t`Last 7 days` },
          { value: 'last30', label: t`Last 30 days` },
          { value: 'last365', label: t`Last 12 months` },
        ]}
        values={preset ? [preset] : []}
        onChange={([value]) => set({ preset: PRESETS.find((each) => each === value) })}
      />
      <FilterChip on={text === 'with'} onToggle={() => set({ text: text === 'with' ? undefined : 'with' })}>
        <Trans>with text</Trans>
      </FilterChip>
      <FilterChip on={reported === true} onToggle={() => set({ reported: reported ? undefined : true })}>
        <Trans context="content">reported</Trans>
      </FilterChip>
      {any && (
        <Button look="quiet" small onClick={() => set(NONE)}>
          <Trans>Clear all</Trans>
        </Button>
      )}
    </Chips>
  )
}

const PRESETS = ['last7', 'last30', 'last365'] as const
export const NONE = {
  state: undefined,
  rate: undefined,
  doctor: undefined,
  preset: undefined,
  text: undefined,
  reported: undefined,
} as const satisfies Partial<CommentSearch>
