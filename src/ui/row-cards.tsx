import { Fragment } from 'react'
import { RowMenu } from './row-menu.tsx'
import type { Column, TableProps } from './table-props.ts'

/** The table on a phone: time and status, then the name, details, the tag, and one act as wide as the card. */
export function RowCards<Row>({
  label,
  columns,
  rows,
  keyOf,
  markOf,
  tagOf,
  actionOf,
  menuOf,
  totals,
}: TableProps<Row>) {
  const at = (place: NonNullable<Column<Row>['card']>) => columns.filter((column) => column.card === place)
  const cells = (place: NonNullable<Column<Row>['card']>, row: Row) =>
    at(place).map((column) => <Fragment key={column.id}>{column.cell(row)}</Fragment>)
  // without either, the name is next to the menu
  const isLined = at('time').length > 0 || at('status').length > 0
  return (
    <>
      <ul className="row-cards" aria-label={label}>
        {rows.map((row) => (
          <li key={keyOf(row)} className="row-card" data-mark={markOf?.(row) ?? undefined}>
            <div className="row-card-head">
              {isLined ? (
                <div className="row-card-line">
                  <span>{cells('time', row)}</span>
                  {cells('status', row)}
                </div>
              ) : (
                <div className="row-card-title grow">{cells('title', row)}</div>
              )}
              {menuOf && <RowMenu {...menuOf(row)} />}
            </div>
            {isLined && <div className="row-card-title">{cells('title', row)}</div>}
            {at('detail').map((column) => (
              <div key={column.id} className="row-card-detail">
                {column.cell(row)}
              </div>
            ))}
            {tagOf && <div className="row-card-tag">{tagOf(row)}</div>}
            {actionOf && <div className="row-card-act">{actionOf(row)}</div>}
          </li>
        ))}
      </ul>
      {totals && (
        <dl className="row-card-totals">
          {columns
            .filter(({ id }) => totals[id])
            .map((column) => (
              <div key={column.id}>
                <dt>{column.head}</dt>
                <dd>{totals[column.id]}</dd>
              </div>
            ))}
        </dl>
      )}
    </>
  )
}
