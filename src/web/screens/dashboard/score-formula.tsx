/** How the health score of a crawl comes about: the formula, and what each check takes, by subject. Loaded on demand. */
import type { CrawlHealth } from '#shared/crawl-health.ts'
import { HEALTH_FORMULA } from '#shared/health-score.ts'
import { SeverityBadge } from '../../components/badge.tsx'
import { CrawledText } from '../../components/crawled-text.tsx'
import { formatNumber } from '../../components/format.ts'

/** `health`: null while there is no score. */
export function ScoreFormula({ health }: { health: CrawlHealth | null }) {
  return (
    <div className="space-y-4 p-5 text-sm">
      <p className="text-ink-muted">{HEALTH_FORMULA}</p>
      {health && health.deductions.length > 0 && (
        <ul aria-label="Deductions" className="divide-y divide-line">
          {health.subjects.map(({ subject, taken, cap }) => (
            <li key={subject} className="py-2.5">
              <div className="flex justify-between gap-x-3 font-semibold">
                {subject}
                <span className="figures shrink-0">
                  −{taken.toFixed(1)} of {cap} points
                </span>
              </div>
              <ul>
                {health.deductions
                  .filter(each => each.subject === subject)
                  .map(({ checkId, severity, title, issueCount, taken: own }) => (
                    <li key={checkId} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-1">
                      <SeverityBadge severity={severity} />
                      <span className="min-w-0 flex-1 basis-40">
                        <CrawledText text={title} />
                        <span className="figures text-ink-muted"> · {formatNumber(issueCount)}</span>
                      </span>
                      <span className="figures ml-auto shrink-0 text-ink-muted">{own.toFixed(1)}</span>
                    </li>
                  ))}
              </ul>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
