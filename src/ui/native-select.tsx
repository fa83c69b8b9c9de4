import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import './field.css'
import { useFieldProps } from './field.tsx'

/** The platform's own list, for a short and fixed choice. Children are `<option>`s. */
export function NativeSelect(props: ComponentProps<'select'>) {
  return (
    <span className="select">
      <select {...props} {...useFieldProps(props)} className="input" />
      <ChevronDown />
    </span>
  )
}
