import { Trans } from '@lingui/react/macro'
import { MOST_PRINTED } from './use-print.ts'

/** The last line of a printed list: where it comes from, and what is missing if the list is longer than the limit. */
export function PrintFoot({ total }: { total: number }) {
  return (
    <p className="print-only">
      <Trans>Printed from Bedside</Trans>
      {total > MOST_PRINTED && (
        <>
          {' · '}
          <Trans>
            The first {MOST_PRINTED} of {total}; the rest is in an export.
          </Trans>
        </>
      )}
    </p>
  )
}
