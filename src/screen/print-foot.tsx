import { Trans } from '@lingui/react/macro'
import { MOST_PRINTED } from './use-print.ts'

/** The last line of a list on paper: where it is from, and what is not on it where the list is longer than paper takes. */
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
