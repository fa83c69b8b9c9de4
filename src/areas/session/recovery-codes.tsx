import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '../../ui/button.tsx'
import { showToast } from '../../ui/toast.ts'

/** Eight codes for when the phone is lost, shown only this once. */
export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const { t } = useLingui()
  return (
    <div className="stack">
      <p>
        <Trans>
          Keep these recovery codes where you find them without your phone. Each works once, and they are shown only
          now.
        </Trans>
      </p>
      <ul className="factor-recovery">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="row wrap">
        <Button
          onClick={() =>
            void navigator.clipboard.writeText(codes.join('\n')).then(
              () => showToast({ title: t`Copied.` }),
              () => showToast({ kind: 'failed', title: t`The codes could not be copied. Write them down.` }),
            )
          }
        >
          <Trans>Copy the codes</Trans>
        </Button>
        <Button onClick={() => window.print()}>
          <Trans>Print</Trans>
        </Button>
      </div>
    </div>
  )
}
