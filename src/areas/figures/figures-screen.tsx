import './figures.css'
import { Trans, useLingui } from '@lingui/react/macro'
import { ChartNoAxesColumn } from 'lucide-react'
import { FIGURES, figureOf } from '../../../contract/figures/figures.rules.ts'
import type { FigureLine } from '../../../contract/figures/figures.ts'
import { formatTime, nameCollator } from '../../i18n/format.ts'
import { useLanguage } from '../../i18n/locale.ts'
import { useDevice } from '../../screen/device.ts'
import { useProblemWords } from '../../screen/problem-words.ts'
import { useIsOffline } from '../../screen/queries-waiting.ts'
import { Figures } from '../../ui/figures.tsx'
import { FreshLine } from '../../ui/fresh-line.tsx'
import { Note } from '../../ui/note.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { Empty, ListSkeleton, LoadError } from '../../ui/states.tsx'
import { FigureCard } from './figure-card.tsx'
import { useFigureWords } from './figure-words.ts'
import { FiguresExport } from './figures-export.tsx'
import { FiguresFilters } from './figures-filters.tsx'
import { useFiguresState } from './figures-state.ts'
import { LeadCard } from './lead-card.tsx'
import { useFigures } from './queries.ts'
import { rowsOf, wholeOf } from './rows.ts'
import { useGroupWords } from './use-group-words.tsx'

/** /figures (decision 0160): how a clinic's or a doctor's time is used, and what becomes of appointments, in a period and the one before. */
export function FiguresScreen() {
  const { t } = useLingui()
  const { zone, person } = useDevice()
  const language = useLanguage()
  const offline = useIsOffline()
  const problemWords = useProblemWords()
  const state = useFiguresState()
  const { search, period, by, groups } = state
  const filter = {
    ...(search.doctor && { doctorId: search.doctor }),
    ...(search.clinic && { clinicId: search.clinic }),
  }
  const answer = useFigures({ ...period, ...filter })
  const answerBefore = useFigures({ ...state.before, ...filter })
  const again = () => {
    answer.again()
    answerBefore.again()
  }
  const { spanOf } = useFigureWords()
  const { titleOf: groupTitle, nameOf } = useGroupWords()
  const isAway = offline || (!answer.value && answer.problem?.kind === 'unreachable')
  const spans = { now: spanOf(period), before: spanOf(state.before) }
  const lines = answer.value?.lines
  const before = answerBefore.value?.lines
  const whole = lines && { now: wholeOf(lines), before: before && wholeOf(before) }
  const rows = lines ? rowsOf(by, lines, before, (key) => nameOf(by, key), nameCollator(language).compare) : []
  const isEmpty = whole && whole.now.visits + whole.now.cancelled + whole.now.offeredMinutes === 0

  return (
    <div className="stack">
      <div className="stack-2 no-print">
        <FiguresFilters state={state} />
      </div>
      {isAway && (
        <Note tone="offline">
          <Trans>Figures count all appointments of a period. You need to be online.</Trans>
        </Note>
      )}
      {answer.problem && !isAway && (
        <LoadError since={answer.at === null ? null : formatTime(answer.at, zone)} onRetry={again}>
          <p>{problemWords(answer.problem)}</p>
        </LoadError>
      )}
      {!whole ? (
        answer.problem || isAway ? null : (
          <ListSkeleton />
        )
      ) : (
        <>
          <div className="row wrap">
            <p className="sm dim grow">
              <Trans>
                {spans.now}, compared with {spans.before}. Days are those of the clinic’s time zone.
              </Trans>
            </p>
            <FreshLine at={answer.at} zone={zone} offline={isAway} onRefresh={again} refreshing={answer.asking} />
          </div>
          {isEmpty ? (
            <Empty
              icon={<ChartNoAxesColumn className="icon-lg" />}
              title={<Trans>No appointments in this period</Trans>}
            >
              <Trans>No hours were offered either. Choose another period.</Trans>
            </Empty>
          ) : (
            <>
              <Strip {...whole} />
              <div className="row wrap no-print">
                <Segmented
                  label={t`Compare by`}
                  value={by}
                  onChange={(value) => state.set({ by: value })}
                  options={groups.map((value) => ({ value, label: groupTitle(value) }))}
                />
                {person.type === 'admin' && !search.clinic && (
                  <span className="sm dim">
                    <Trans>Choose a clinic to compare its doctors.</Trans>
                  </span>
                )}
                <span className="grow" />
                <FiguresExport
                  rows={[...rows, { key: null, name: t({ message: 'All', context: 'figures' }), ...whole }]}
                  head={groupTitle(by)}
                  spans={spans}
                />
              </div>
              {FIGURES.map((figure) => (
                <FigureCard
                  key={figure}
                  figure={figure}
                  group={groupTitle(by)}
                  rows={rows}
                  whole={whole}
                  spans={spans}
                />
              ))}
              <LeadCard whole={whole} spans={spans} />
            </>
          )}
        </>
      )}
    </div>
  )
}

/** The whole in five figures, with those of the period before. */
function Strip({ now, before }: { now: FigureLine; before: FigureLine | undefined }) {
  const { titleOf, valueOf } = useFigureWords()
  return (
    <Figures
      items={FIGURES.map((figure) => {
        const value = figureOf(figure, now)
        return {
          id: figure,
          label: titleOf(figure),
          value: value.value === null ? '–' : valueOf(figure, value),
          unit: (
            <>
              {value.value === null && <>{valueOf(figure, value)} </>}
              {before && <Trans context="figures">before {valueOf(figure, figureOf(figure, before))}</Trans>}
            </>
          ),
        }
      })}
    />
  )
}
