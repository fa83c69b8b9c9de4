import './button.css'
import { Info } from 'lucide-react'
import { type ComponentProps, type ReactNode, useId } from 'react'
import { classes } from './classes.ts'

export type ButtonLook = 'default' | 'primary' | 'quiet' | 'danger' | 'danger-solid'

export type ButtonProps = Omit<ComponentProps<'button'>, 'disabled'> & {
  /** One `primary` per view; `danger-solid` only inside its dialog (LOOKS "Button", "Danger"). */
  look?: ButtonLook
  small?: boolean
  /** Fills the width of its container. */
  block?: boolean
  /** Why it cannot be pressed now. The button stays focusable and shows the reason; pressing does nothing. */
  whyDisabled?: string | null | undefined
  /** False if the page already shows the reason: then only screen readers get it. */
  showWhy?: boolean
}

/** A button, labelled with a verb and its object. `type` is "button" by default. */
export function Button({
  look = 'default',
  small,
  block,
  whyDisabled,
  showWhy = true,
  className,
  onClick,
  type = 'button',
  ...rest
}: ButtonProps) {
  const whyId = useId()
  const button = (
    <button
      {...rest}
      type={type}
      className={classes('btn', look, small && 'sm', block && 'block', className)}
      aria-disabled={whyDisabled ? true : rest['aria-disabled']}
      aria-describedby={classes(rest['aria-describedby'], whyDisabled && whyId) || undefined}
      onClick={whyDisabled ? (event) => event.preventDefault() : onClick}
    />
  )
  if (!whyDisabled) return button
  if (showWhy)
    return (
      <span className={classes('btn-why', block && 'block')}>
        {button}
        <Why id={whyId}>{whyDisabled}</Why>
      </span>
    )
  return (
    <>
      {button}
      <span className="vh" id={whyId}>
        {whyDisabled}
      </span>
    </>
  )
}

/** A button with only an icon; its name is for screen readers and shown on hover. */
export function IconButton({
  label,
  icon,
  className,
  ...rest
}: Omit<ButtonProps, 'children' | 'block'> & { label: string; icon: ReactNode }) {
  return (
    <Button showWhy={false} {...rest} className={classes('icon', className)} aria-label={label} title={label}>
      {icon}
    </Button>
  )
}

/** The reason next to a disabled act, or a hint. */
export function Why({ id, icon, children }: { id?: string; icon?: ReactNode; children: ReactNode }) {
  return (
    <span className="why" id={id}>
      {icon ?? <Info />}
      <span>{children}</span>
    </span>
  )
}
