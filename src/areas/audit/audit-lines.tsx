import './audit.css'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { AuditLine } from '../../../contract/audit/audit.ts'
import { Bead } from '../../ui/bead.tsx'
import { useLineWords } from './use-line-words.ts'

/** Lines of the log, newest first. `ofRecord`: all concern one record, which is then not named in each. */
export function AuditLines({ lines, ofRecord = false }: { lines: readonly AuditLine[]; ofRecord?: boolean }) {
  const { t } = useLingui()
  const words = useLineWords()
  return (
    <ol className="audit" aria-label={t`What was done`}>
      {lines.map((line) => {
        const refused = words.outcome(line)
        const made = words.made(line)
        const changes = words.changes(line)
        const read = words.read(line)
        // a change of settings shows its values, so the names of the input's fields add nothing
        const fields = line.changes ? [] : line.fields.filter((name) => name !== 'id')
        return (
          <li key={line.seq}>
            <time dateTime={line.at}>{words.when(line)}</time>
            <div className="audit-what">
              <b>{words.action(line)}</b>
              {!ofRecord && words.record(line) ? <span className="audit-record">{words.record(line)}</span> : null}
              {refused ? (
                <span className="audit-refused">
                  <Bead shape="failed" />
                  <span>
                    <Trans>Refused: {refused}</Trans>
                  </span>
                </span>
              ) : null}
              {read !== null && <Plural value={read} one="# record" other="# records" />}
              {changes.length > 0 && (
                <ul className="audit-changes">
                  {changes.map(({ name, before, after }) => (
                    <li key={name}>
                      <code>{name}</code> <code className="dim">{before}</code> →{' '}
                      <code>
                        <b>{after}</b>
                      </code>
                    </li>
                  ))}
                </ul>
              )}
              {fields.length > 0 && <code className="audit-fields">{fields.join(', ')}</code>}
            </div>
            <div className="audit-who">
              {words.who(line)}
              <span className="dim">
                {[words.kind(line), line.clinicName].filter(Boolean).join(' · ')}
                {made ? (
                  <>
                    <br />
                    <Trans>done at {made}</Trans>
                  </>
                ) : null}
              </span>
            </div>
          </li>
        )
      })}
    </ol>
  )
}
