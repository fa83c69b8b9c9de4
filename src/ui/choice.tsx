import './choice.css'
import type { ComponentProps, ReactNode } from 'react'
import { classes } from './classes.ts'
import { useField } from './field.tsx'

type ChoiceProps = Omit<ComponentProps<'input'>, 'type' | 'children'> & { children: ReactNode; help?: ReactNode }

/** A checkbox; its label can be pressed too. */
export function Checkbox(props: ChoiceProps) {
  return <Choice {...props} type="checkbox" />
}

/** A radio button for each value of a table; belongs inside a `FieldGroup`, which names them. */
export function RadioGroup<Value extends string>({
  name,
  value,
  onChange,
  options,
}: {
  name: string
  value: Value | null
  onChange: (value: Value) => void
  options: readonly { value: Value; label: ReactNode; help?: ReactNode; disabled?: boolean }[]
}) {
  return (
    <div>
      {options.map((option) => (
        <Radio
          key={option.value}
          name={name}
          value={option.value}
          checked={option.value === value}
          disabled={option.disabled}
          help={option.help}
          onChange={() => onChange(option.value)}
        >
          {option.label}
        </Radio>
      ))}
    </div>
  )
}

/** A switch for something that takes effect at once, without saving. */
export function Switch({ children, className, ...rest }: Omit<ChoiceProps, 'help'>) {
  return (
    <label className={classes('switch', className)}>
      {/* oxlint-disable-next-line jsx-a11y/role-has-required-aria-props -- a checkbox has its own checked state */}
      <input {...rest} type="checkbox" role="switch" />
      <span>{children}</span>
    </label>
  )
}

function Radio(props: ChoiceProps) {
  return <Choice {...props} type="radio" />
}

function Choice({ children, help, className, ...rest }: ChoiceProps & { type: 'checkbox' | 'radio' }) {
  const field = useField()
  return (
    <label className={classes('check', className)}>
      <input {...rest} aria-invalid={field?.invalid || undefined} />
      <span className="grow">
        {children}
        {help && <span className="help">{help}</span>}
      </span>
    </label>
  )
}
