import './field.css'
import { Trans } from '@lingui/react/macro'
import { createContext, type ReactNode, use, useId } from 'react'
import { Bead } from './bead.tsx'
import { classes } from './classes.ts'

type FieldProps = {
  /** The control's id, for links from an error summary. */
  id?: string
  label: ReactNode
  /** Shown as words next to the label, never as an asterisk. `requiredText` replaces them ("Turkish required"). */
  required?: boolean | undefined
  requiredText?: ReactNode
  help?: ReactNode
  /** The error, with an example of a valid value. */
  error?: ReactNode
  /** Shown to the right of the label: a link, a counter. */
  aside?: ReactNode
  children: ReactNode
}

/**
 * A label above, one control, its help and its error below. The kit's controls get their ids and ARIA attributes from
 * it.
 */
export function Field({ id: ownId, label, required, requiredText, help, error, aside, children }: FieldProps) {
  const madeId = useId()
  const id = ownId ?? madeId
  return (
    <div className="field">
      <div className="field-head">
        <label htmlFor={id} id={`${id}-label`}>
          {label} {required && <RequiredMark>{requiredText}</RequiredMark>}
        </label>
        {aside && <span className="field-aside">{aside}</span>}
      </div>
      <FieldContext value={contextOf(id, help, error, required)}>{children}</FieldContext>
      <Below id={id} help={help} error={error} />
    </div>
  )
}

/**
 * The same for a control of several parts: a choice, slots, a date strip. Screen readers hear the label as the group's
 * name.
 */
export function FieldGroup({ label, required, requiredText, help, error, aside, children }: Omit<FieldProps, 'id'>) {
  const id = useId()
  const context = contextOf(id, help, error, required)
  return (
    <div className="field" role="group" aria-labelledby={`${id}-label`} aria-describedby={context.describedBy}>
      <div className="field-head">
        <span className="label" id={`${id}-label`}>
          {label} {required && <RequiredMark>{requiredText}</RequiredMark>}
        </span>
        {aside && <span className="field-aside">{aside}</span>}
      </div>
      <FieldContext value={{ ...context, id: undefined, describedBy: undefined }}>{children}</FieldContext>
      <Below id={id} help={help} error={error} />
    </div>
  )
}

/** What a control gets from the field around it; without a field, nothing. */
export function useField() {
  return use(FieldContext)
}

/** A second control inside a field, with its own name: label, help and error belong to the first. */
export function WithoutField({ children }: { children: ReactNode }) {
  return <FieldContext value={null}>{children}</FieldContext>
}

/** The attributes that a native control gets from its field; descriptions add up. */
export function useFieldProps(own: { id?: string | undefined; 'aria-describedby'?: string | undefined }) {
  const field = useField()
  return {
    // The label refers to the field's id, so that one wins.
    id: field?.id ?? own.id,
    'aria-describedby': classes(field?.describedBy, own['aria-describedby']) || undefined,
    'aria-invalid': field?.invalid || undefined,
    'aria-required': field?.required || undefined,
  }
}

/** An error in words under its control. */
export function FieldError({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <p className="err" id={id}>
      <Bead shape="failed" />
      <span>{children}</span>
    </p>
  )
}

type FieldContextValue = {
  id: string | undefined
  describedBy: string | undefined
  invalid: boolean
  required: boolean
}
const FieldContext = createContext<FieldContextValue | null>(null)

const contextOf = (id: string, help: ReactNode, error: ReactNode, required = false): FieldContextValue => ({
  id,
  describedBy: classes(error ? `${id}-error` : null, help ? `${id}-help` : null) || undefined,
  invalid: Boolean(error),
  required,
})

function RequiredMark({ children }: { children?: ReactNode }) {
  return <span className="req">({children ?? <Trans>required</Trans>})</span>
}

function Below({ id, help, error }: { id: string; help: ReactNode; error: ReactNode }) {
  return (
    <>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
      {help && (
        <div className="help" id={`${id}-help`}>
          {help}
        </div>
      )}
    </>
  )
}
