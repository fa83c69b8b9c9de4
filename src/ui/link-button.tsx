import './button.css'
import type { ComponentProps } from 'react'
import type { ButtonLook } from './button.tsx'
import { classes } from './classes.ts'

export type LinkButtonProps = ComponentProps<'a'> & {
  look?: ButtonLook
  small?: boolean
  block?: boolean
  icon?: boolean
}

/** A link that looks like a button. Pass it to the router's `createLink` for typed addresses. */
export function LinkButton({ look = 'default', small, block, icon, className, children, ...rest }: LinkButtonProps) {
  return (
    <a {...rest} className={classes('btn', look, small && 'sm', block && 'block', icon && 'icon', className)}>
      {children}
    </a>
  )
}
