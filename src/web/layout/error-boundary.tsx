/** Shows an error with Reload when a screen throws while rendering; the layout around it still works. */
import { Component, type ErrorInfo, type ReactNode } from 'react'
import { Button } from '../components/button.tsx'
import { ErrorState } from '../components/states.tsx'

interface ErrorBoundaryProps {
  children: ReactNode
}

export class ErrorBoundary extends Component<ErrorBoundaryProps, { error: Error | null }> {
  override state: { error: Error | null } = { error: null }

  static getDerivedStateFromError(error: Error): { error: Error } {
    return { error }
  }

  override componentDidCatch(error: Error, info: ErrorInfo): void {
    console.error('a screen could not be rendered', error, info.componentStack)
  }

  override render(): ReactNode {
    const { error } = this.state
    if (!error) return this.props.children
    return (
      <ErrorState
        message="This screen could not be shown"
        detail={`Something on it failed: ${error.message || 'no reason given'}. Reloading usually helps, also after an update of the server.`}
        action={
          <>
            <Button variant="primary" onClick={() => location.reload()}>
              Reload
            </Button>
            <Button href="/">Start page</Button>
          </>
        }
      />
    )
  }
}
