import './card.css'
import type { ReactNode } from 'react'
import { classes } from './classes.ts'

type CardProps = {
  title?: ReactNode
  /** Second line of the head, right of the title: a count. */
  count?: ReactNode
  /** At the right of the head: freshness, one link. */
  aside?: ReactNode
  /** Without padding, for tables and lists that reach the edge. */
  flush?: boolean
  className?: string
  children: ReactNode
}

/** A card on the page. With a title it is a section. */
export function Card({ title, count, aside, flush, className, children }: CardProps) {
  const body = flush ? children : <div className="card-body">{children}</div>
  if (!title) return <div className={classes('card', className)}>{body}</div>
  return (
    <section className={classes('card', className)}>
      <div className="card-head">
        <h2>{title}</h2>
        {count && <span className="dim sm">{count}</span>}
        {aside && <span className="card-aside">{aside}</span>}
      </div>
      {body}
    </section>
  )
}

/** Names and values, the names in grey. Empty values say "none" and are not left out. */
export function KeyValues({ items }: { items: readonly { key: ReactNode; value: ReactNode; end?: boolean }[] }) {
  return (
    <dl className="kv">
      {items.map(({ key, value, end }, index) => (
        // The list is fixed and never reordered, so an item's index is its identity.
        <div key={index}>
          <dt>{key}</dt>
          <dd className={end ? 'end' : undefined}>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
