import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { Import } from '../../../contract/import/import.ts'
import type { LineState } from '../../../contract/import/import.lists.ts'
import { Figures } from '../../ui/figures.tsx'

/** How many lines of an import are in each of these states. */
export function ImportFigures({ its: { counts }, show }: { its: Import; show: readonly LineState[] }) {
  const { t, i18n } = useLingui()
  const labels: Readonly<Record<LineState, ReactNode>> = {
    new: t`New patients`,
    same: t`Known already`,
    bad: t`Lines to fix`,
    done: t`Patients added`,
    kept: t`Left in place`,
    gone: t`Removed again`,
  }
  return <Figures items={show.map((id) => ({ id, label: labels[id], value: i18n.number(counts[id]) }))} />
}
