import { useLingui } from '@lingui/react/macro'
import { Eye, EyeOff, Search } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { hasInvisible, withoutInvisible } from '../../contract/kernel/line.rules.ts'
import { classes } from './classes.ts'
import './field.css'
import { IconButton } from './button.tsx'
import { useFieldProps } from './field.tsx'
import './search.css'

/**
 * One line of text, with the props of `<input>`; invisible characters of pasted text are removed, since the contract
 * refuses them.
 */
export function TextInput({ className, onChange, ...rest }: ComponentProps<'input'>) {
  return (
    <input
      inputMode={rest.type === 'email' ? 'email' : undefined}
      {...rest}
      {...useFieldProps(rest)}
      onChange={
        onChange &&
        ((event) => {
          const { value } = event.target
          if (hasInvisible(value)) event.target.value = withoutInvisible(value)
          onChange(event)
        })
      }
      className={classes('input', className)}
    />
  )
}

/** A text area that grows with its content. */
export function TextArea({ className, ...rest }: ComponentProps<'textarea'>) {
  return <textarea {...rest} {...useFieldProps(rest)} className={classes('input', className)} />
}

/** A password field whose text can be shown. */
export function PasswordInput(props: Omit<ComponentProps<'input'>, 'type'>) {
  const { t } = useLingui()
  const [shown, setShown] = useState(false)
  return (
    <span className="input">
      <input
        autoComplete="current-password"
        spellCheck={false}
        autoCapitalize="none"
        {...props}
        {...useFieldProps(props)}
        type={shown ? 'text' : 'password'}
      />
      <IconButton
        look="quiet"
        label={shown ? t`Hide password` : t`Show password`}
        aria-pressed={shown}
        icon={shown ? <EyeOff /> : <Eye />}
        onClick={() => setShown(!shown)}
      />
    </span>
  )
}

/** The search field of a list. `label` is for screen readers; the placeholder says what can be searched. */
export function SearchInput({ label, className, ...rest }: Omit<ComponentProps<'input'>, 'type'> & { label: string }) {
  return (
    <label className={classes('search', className)}>
      <Search />
      <span className="vh">{label}</span>
      <input {...rest} type="search" enterKeyHint="search" />
    </label>
  )
}
