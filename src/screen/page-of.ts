/** One page of a list that is completely on the device, counted from 1. A page beyond the last gives the last. */
export function pageOf<Row>(rows: readonly Row[], { page: wanted, size }: { page: number; size: number }) {
  const pages = Math.max(1, Math.ceil(rows.length / size))
  const page = Math.min(wanted, pages)
  return { page, pages, rows: rows.slice((page - 1) * size, page * size) }
}
