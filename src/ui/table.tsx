import './table.css'
import { useLingui } from '@lingui/react/macro'
import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react'
import { memo } from 'react'
import { ChangeTag } from './badge.tsx'
import { classes } from './classes.ts'
import { RowCards } from './row-cards.tsx'
import { RowMenu } from './row-menu.tsx'
import type { Column, Sort, TableProps } from './table-props.ts'
import { useNarrow } from './use-narrow.ts'

/**
 * A table that hides columns as space runs out and becomes cards below 768 px; it never scrolls sideways. A row is
 * redrawn when it is a new object, and all rows when the columns or a function change: a long list should keep these
 * stable.
 */
export function Table<Row>(props: TableProps<Row>) {
  return useNarrow() ? <RowCards {...props} /> : <Wide {...props} />
}

function Wide<Row>({
  label,
  columns,
  rows,
  keyOf,
  sort,
  onSort,
  markOf,
  tagOf,
  actionOf,
  comingAct,
  menuOf,
  dense,
  totals,
}: TableProps<Row>) {
  const { t } = useLingui()
  const hasActs = tagOf || actionOf || menuOf
  return (
    <div className="table-wrap">
      <table className={classes('table', dense && 'dense', comingAct !== undefined && 'brief')} aria-label={label}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th
                key={column.id}
                scope="col"
                className={cellClass(column)}
                aria-sort={sort?.column === column.id ? (sort.descending ? 'descending' : 'ascending') : undefined}
              >
                {column.sorts && onSort ? <SortHead column={column} sort={sort} onSort={onSort} /> : column.head}
              </th>
            ))}
            {hasActs && (
              <th scope="col">
                <span className="vh">{t`Actions`}</span>
                {comingAct !== undefined && (
                  <div className="table-room" aria-hidden="true" inert>
                    <ChangeTag state="pending" />
                    {comingAct}
                  </div>
                )}
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <WideRow
              key={keyOf(row)}
              row={row}
              columns={columns}
              markOf={markOf}
              tagOf={tagOf}
              actionOf={actionOf}
              menuOf={menuOf}
            />
          ))}
        </tbody>
        {totals && (
          <tfoot>
            <tr>
              {columns.map((column) => (
                <td key={column.id} className={cellClass(column)}>
                  {totals[column.id]}
                </td>
              ))}
              {hasActs && <td aria-hidden="true" />}
            </tr>
          </tfoot>
        )}
      </table>
    </div>
  )
}

type RowProps<Row> = Pick<TableProps<Row>, 'columns' | 'markOf' | 'tagOf' | 'actionOf' | 'menuOf'> & { row: Row }

function DrawnRow<Row>({ row, columns, markOf, tagOf, actionOf, menuOf }: RowProps<Row>) {
  return (
    <tr data-mark={markOf?.(row) ?? undefined}>
      {columns.map((column) => (
        <td key={column.id} className={cellClass(column)}>
          {column.cell(row)}
        </td>
      ))}
      {(tagOf || actionOf || menuOf) && (
        <td className="table-acts">
          <div>
            {tagOf?.(row)}
            {actionOf?.(row)}
            {menuOf && <RowMenu {...menuOf(row)} />}
          </div>
        </td>
      )}
    </tr>
  )
}

const WideRow = memo(DrawnRow) as typeof DrawnRow // memo loses type parameters

function SortHead<Row>({
  column,
  sort,
  onSort,
}: {
  column: Column<Row>
  sort: Sort | undefined
  onSort: (sort: Sort) => void
}) {
  const active = sort?.column === column.id
  const descending = active && !sort.descending
  return (
    <button type="button" className="table-sort" onClick={() => onSort({ column: column.id, descending })}>
      {column.head}
      {active ? sort.descending ? <ArrowDown /> : <ArrowUp /> : <ArrowUpDown className="faint" />}
    </button>
  )
}

const cellClass = <Row,>({ end, priority }: Column<Row>) =>
  classes(end && 'end', priority && `p${priority}`) || undefined
