/** Shown for a path without a screen. */
import { Compass } from 'lucide-react'
import { Button } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'

export function NotFoundScreen() {
  return (
    <div className="grid min-h-[60dvh] place-items-center">
      <Card className="w-full max-w-lg px-6 py-12 text-center">
        <span className="mx-auto mb-4 grid size-12 place-items-center rounded-full bg-accent-soft text-accent">
          <Compass aria-hidden className="size-6" />
        </span>
        <h1 className="font-semibold text-2xl tracking-tight">404 Page Not Found</h1>
        <p className="mt-2 text-ink-muted">Did you forget to add the page to the router?</p>
        <div className="mt-6 flex flex-wrap justify-center gap-2">
          <Button href="/" variant="primary">
            Start page
          </Button>
          <Button href="/dashboard">Dashboard</Button>
        </div>
      </Card>
    </div>
  )
}
