/** One group of settings: title, description and controls. */
import type { ReactNode } from 'react'
import { Card, CardTitle } from '../../components/card.tsx'

interface SettingsCardProps {
  title: string
  description?: ReactNode
  children?: ReactNode
}

export function SettingsCard({ title, description, children }: SettingsCardProps) {
  return (
    <Card className="p-4 sm:p-5">
      <CardTitle>{title}</CardTitle>
      {description && <div className="mt-1 max-w-prose space-y-2 text-ink-muted text-sm">{description}</div>}
      {children && <div className="mt-4">{children}</div>}
    </Card>
  )
}
