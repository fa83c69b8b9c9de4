import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { Import } from '../../../contract/import/import.ts'
import { formatDateTime } from '../../i18n/format.ts'
import { useDevice } from '../../screen/device.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'

type PastImportsProps = { imports: readonly Import[]; shownId: string | null; onShow: (id: string) => void }

/** Earlier imports of the clinic, newest first; nothing if there are none. */
export function PastImports({ imports, shownId, onShow }: PastImportsProps) {
  const { t } = useLingui()
  const { zone } = useDevice()
  const past = imports.filter(({ state }) => state === 'done' || state === 'undone')
  if (past.length === 0) return null
  return (
    <Card title={<Trans>Earlier imports</Trans>}>
      <ul className="import-columns">
        {past.map(({ id, state, counts, madeBy, createdAt }) => (
          <li key={id}>
            <span className="grow">
              <b className="nowrap">{formatDateTime(createdAt, zone)}</b>{' '}
              <span className="dim">
                {madeBy} ·{' '}
                {state === 'undone' ? (
                  <Trans>undone</Trans>
                ) : (
                  <Plural value={counts.done} one="# patient added" other="# patients added" />
                )}
              </span>
            </span>
            <Button
              small
              whyDisabled={id === shownId ? t`It is shown above.` : null}
              showWhy={false}
              onClick={() => onShow(id)}
            >
              <Trans>Show the result</Trans>
            </Button>
          </li>
        ))}
      </ul>
    </Card>
  )
}
