/** Severity is never colour alone: icon, word and colour, the same three everywhere. */
import { CircleAlert, Info, type LucideIcon, TriangleAlert } from 'lucide-react'
import type { Severity } from '#shared/model.ts'
import { Badge } from './badge.tsx'

export const severityLooks: Record<Severity, { word: string; icon: LucideIcon; text: string }> = {
  error: { word: 'Error', icon: CircleAlert, text: 'text-error' },
  warning: { word: 'Warning', icon: TriangleAlert, text: 'text-warning' },
  info: { word: 'Info', icon: Info, text: 'text-info' },
}

interface SeverityProps {
  severity: Severity
  className?: string | undefined
}

export function SeverityBadge({ severity, className }: SeverityProps) {
  const { word, icon: Icon } = severityLooks[severity]
  return (
    <Badge tone={severity} className={className}>
      <Icon aria-hidden />
      {word}
    </Badge>
  )
}
