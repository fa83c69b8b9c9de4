/** One page of a list that is all on the device. A page beyond the last gives the last; pages count from 1. */
export function pageOf<Row>(rows: readonly Row[], { page: wanted, size }: { page: number; size: number }) {
  const pages = Math.max(1, Math.ceil(rows.length / size))
  const page = Math.min(wanted, pages)
  return { page, pages, rows: rows.slice((page - 1) * size, page * size) }
}
