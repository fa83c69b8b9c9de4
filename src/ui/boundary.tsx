import { Trans } from '@lingui/react/macro'
import { Component, type ReactNode } from 'react'
import { Button } from './button.tsx'
import { Note } from './note.tsx'

type Props = {
  children: ReactNode
  /** Shown instead of content that failed to render; `again` retries. By default a note with a button. */
  fallback?: (again: () => void) => ReactNode
}

/**
 * Contains errors of its children, so that the rest of the page keeps working. React supports this only for classes.
 */
export class Boundary extends Component<Props, { failed: boolean }> {
  override state = { failed: false }
  static getDerivedStateFromError() {
    return { failed: true }
  }
  override render() {
    if (!this.state.failed) return this.props.children
    const again = () => this.setState({ failed: false })
    return this.props.fallback?.(again) ?? <Failed again={again} />
  }
}

const Failed = ({ again }: { again: () => void }) => (
  <Note tone="failed" alert title={<Trans>This part could not be shown</Trans>}>
    <Button small onClick={again}>
      <Trans>Try again</Trans>
    </Button>
  </Note>
)
