import { Trans, useLingui } from '@lingui/react/macro'
import type { SettingId } from '../../../contract/setting/setting.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { fieldsOf, typedOf } from './setting-fields.ts'

/** What a save would change: each field with its old and new value. A secret shows neither. */
export function SettingDiff({
  open,
  onOpenChange,
  id,
  before,
  changes,
  onConfirm,
}: {
  open: boolean
  onOpenChange: (open: boolean) => void
  id: SettingId
  before: Readonly<Record<string, unknown>>
  changes: Readonly<Record<string, unknown>>
  onConfirm: () => Promise<void>
}) {
  const { t, i18n } = useLingui()
  const was = typedOf(id, before)
  const will = typedOf(id, { ...before, ...changes })
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={<Trans>Save these changes?</Trans>}
      keep={<Trans>Go on editing</Trans>}
      act={<Trans>Save</Trans>}
      onConfirm={onConfirm}
    >
      <table className="diff" aria-label={t`What changes`}>
        <thead>
          <tr>
            <th scope="col">
              <Trans>Setting</Trans>
            </th>
            <th scope="col">
              <Trans>Until now</Trans>
            </th>
            <th scope="col">
              <Trans>From now on</Trans>
            </th>
          </tr>
        </thead>
        <tbody>
          {fieldsOf(id)
            .filter(({ name }) => name in changes)
            .map(({ name, label, kind, unit }) => (
              <tr key={name}>
                <th scope="row">
                  {i18n._(label)}
                  {unit ? <span className="dim"> ({i18n._(unit)})</span> : null}
                </th>
                <td>{kind === 'secret' ? <Trans>not shown</Trans> : was[name] || <Trans>none</Trans>}</td>
                <td>
                  <b>
                    {kind !== 'secret' ? (
                      will[name] || <Trans>none</Trans>
                    ) : changes[name] === null ? (
                      <Trans>none</Trans>
                    ) : (
                      <Trans>a new one</Trans>
                    )}
                  </b>
                </td>
              </tr>
            ))}
        </tbody>
      </table>
      <p className="sm dim">
        <Trans>This applies to everyone straight away and is recorded in the audit log under your name.</Trans>
      </p>
    </ConfirmDialog>
  )
}
