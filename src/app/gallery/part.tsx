import type { ReactNode } from 'react'

/** One row of the gallery: the name on the left, the examples on the right. */
export function Part({ title, help, children }: { title: ReactNode; help?: ReactNode; children: ReactNode }) {
  return (
    <section className="gallery-part">
      <div>
        <h2>{title}</h2>
        {help && <p className="help">{help}</p>}
      </div>
      <div className="stack">{children}</div>
    </section>
  )
}
