import './pager.css'
import { Trans, useLingui } from '@lingui/react/macro'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { PAGE_SIZES, type PageSize } from '../../contract/kernel/constants.ts'
import { IconButton } from './button.tsx'
import { NativeSelect } from './native-select.tsx'

type PagerProps = {
  /** Counted from 1. */
  page: number
  pages: number
  /** The rows on this page, and those of the whole filtered list. */
  shown: number
  total: number
  size: number
  onPage: (page: number) => void
  /** Called with one of the offered sizes. */
  onSize: (size: PageSize) => void
}

/** The foot of a list: how much of how much, page by page, rows per page (SCREENS B0: 10, 20, 50). */
export function Pager({ page, pages, shown, total, size, onPage, onSize }: PagerProps) {
  const { t } = useLingui()
  return (
    <nav className="pager" aria-label={t`Pages`}>
      <span>
        <Trans>
          {shown} of {total}
        </Trans>
      </span>
      <label className="pager-size">
        <span>
          <Trans>Per page</Trans>
        </span>
        <NativeSelect
          value={size}
          onChange={({ target }) => {
            const chosen = PAGE_SIZES.find((each) => String(each) === target.value)
            if (chosen) onSize(chosen)
          }}
        >
          {PAGE_SIZES.map((choice) => (
            <option key={choice}>{choice}</option>
          ))}
        </NativeSelect>
      </label>
      <span className="row">
        <IconButton
          small
          label={t`Previous page`}
          icon={<ChevronLeft />}
          whyDisabled={page <= 1 ? t`This is the first page.` : null}
          onClick={() => onPage(page - 1)}
        />
        <span className="nowrap" aria-live="polite">
          <span className="vh">
            <Trans>
              Page {page} of {pages}
            </Trans>
          </span>
          <span aria-hidden="true">
            <b>{page}</b> / {Math.max(pages, 1)}
          </span>
        </span>
        <IconButton
          small
          label={t`Next page`}
          icon={<ChevronRight />}
          whyDisabled={page >= pages ? t`This is the last page.` : null}
          onClick={() => onPage(page + 1)}
        />
      </span>
    </nav>
  )
}
