/** The side panel of an issue: message, why it matters, how to fix it, evidence, affected pages, inlinks, history. */
import { ArrowDown, ArrowUp, ExternalLink } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { affectedPages } from '#shared/affected-pages.ts'
import type { IssueResponse } from '#shared/api/issues.ts'
import { SeverityBadge } from '../components/badge.tsx'
import { Button } from '../components/button.tsx'
import { CrawledText } from '../components/crawled-text.tsx'
import { formatNumber } from '../components/format.ts'
import { Sheet } from '../components/sheet.tsx'
import { UrlText } from '../components/url-text.tsx'
import { CheckAgain } from './check-again.tsx'
import { IssueCode } from './issue-code.tsx'
import { IssueDecisions } from './issue-decisions.tsx'
import { IssueEvidence, IssueUrlList } from './issue-evidence.tsx'
import { IssueHistory } from './issue-history.tsx'
import type { IssueLinks } from './issue-links.ts'
import { IssuePages } from './issue-pages.tsx'
import { issueTypeLabel } from './issue-type-label.ts'

interface IssuePanelProps {
  /** null closes the panel. */
  issue: IssueResponse | null
  /** "3 of 430". */
  position: string
  links: IssueLinks
  onClose: () => void
  /** Undefined at the end of the list. */
  onPrevious: (() => void) | undefined
  onNext: (() => void) | undefined
  /** Called when the panel has closed: the focus returns to the issue's row. */
  onClosed: () => void
}

interface PartProps {
  issue: IssueResponse
  pageHref: (url: string) => string
}

export function IssuePanel({ issue, position, links, onClose, onPrevious, onNext, onClosed }: IssuePanelProps) {
  // The last issue is rendered while the panel slides out.
  const [shown, setShown] = useState(issue)
  if (issue !== null && issue !== shown) setShown(issue)
  return (
    <Sheet
      isOpen={issue !== null}
      onOpen={isOpen => !isOpen && onClose()}
      title={<CrawledText text={shown?.title ?? ''} />}
      description={shown && <Head issue={shown} pageHref={links.page} />}
      className="max-w-2xl"
    >
      {shown && (
        <>
          <div className="flex flex-wrap items-center justify-between gap-2 border-line border-b px-5 py-2.5">
            <div className="flex items-center gap-1.5">
              <Button size="icon-small" aria-label="Previous issue" disabled={!onPrevious} onClick={onPrevious}>
                <ArrowUp aria-hidden />
              </Button>
              <Button size="icon-small" aria-label="Next issue" disabled={!onNext} onClick={onNext}>
                <ArrowDown aria-hidden />
              </Button>
              <span className="figures ml-1 text-ink-muted text-sm">{position}</span>
            </div>
            <div className="flex flex-wrap gap-2">
              <Button size="small" href={links.check(shown.checkId)}>
                All issues of this check
              </Button>
              <Button size="small" variant="primary" href={links.view(shown)}>
                View
              </Button>
            </div>
          </div>
          <CheckAgain key={`check ${shown.id}`} issue={shown} />
          <IssueDecisions key={`decisions ${shown.id}`} issue={shown} onMuted={onClose} />
          <Body key={shown.id} issue={shown} pageHref={links.page} />
          <IssueHistory key={`history ${shown.id}`} issue={shown} />
          <Closing onClosed={onClosed} />
        </>
      )}
    </Sheet>
  )
}

function Head({ issue, pageHref }: PartProps) {
  return (
    <>
      <p className="break-words text-ink">
        <CrawledText text={issue.message} />
      </p>
      {/* No buttons here: a dialog focuses its first button when it opens. The affected pages have them. */}
      <UrlText url={issue.pageUrl} href={pageHref(issue.pageUrl)} hasActions={false} />
      <p className="mt-1.5 flex flex-wrap items-center gap-2">
        <SeverityBadge severity={issue.severity} />
        <span>{issueTypeLabel(issue.type)}</span>
      </p>
    </>
  )
}

function Body({ issue, pageHref }: PartProps) {
  const { details, referringSources, referringSourceCount, example, sources } = issue
  const affected = affectedPages(issue)
  // Places name the same pages, with the place on each.
  const placed = new Set(
    details.evidence.flatMap(proof => (proof.kind === 'places' ? proof.places : [])).map(at => at.sourceUrl),
  )
  const hasUnplacedSource = referringSources.some(url => !placed.has(url))
  return (
    <div className="space-y-6 px-5 py-5">
      {issue.why !== '' && (
        <Part title="Why it matters">
          <p className="text-sm">{issue.why}</p>
        </Part>
      )}
      {issue.fix !== '' && (
        <Part title="How to fix it">
          <p className="text-sm">{issue.fix}</p>
          {example && (
            <div className="mt-3 grid gap-3">
              <Example label="Before" code={example.before} edge="border-l-error" />
              <Example label="After" code={example.after} edge="border-l-success" />
            </div>
          )}
        </Part>
      )}
      {details.evidence.length > 0 && (
        <Part title="Evidence">
          <div className="space-y-4">
            {details.evidence.map((evidence, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the evidence of an issue never changes its order
              <IssueEvidence key={index} evidence={evidence} pageHref={pageHref} />
            ))}
          </div>
        </Part>
      )}
      <Part title={`Affected pages (${formatNumber(Math.max(issue.affectedCount, affected.length))})`}>
        <IssuePages issue={issue} pageHref={pageHref} />
      </Part>
      {hasUnplacedSource && (
        <Part title={`Linked from (${formatNumber(referringSourceCount)})`}>
          <IssueUrlList urls={referringSources} total={referringSourceCount} hrefOf={pageHref} />
        </Part>
      )}
      {sources.length > 0 && (
        <Part title="Sources">
          <ul className="space-y-1 text-sm">
            {sources.map(source => (
              <li key={source.url}>
                <a
                  href={source.url}
                  target="_blank"
                  rel="noopener noreferrer"
                  className="inline-flex items-center gap-1.5 text-accent underline underline-offset-4"
                >
                  {source.title}
                  <ExternalLink aria-hidden className="size-3.5 shrink-0" />
                </a>
              </li>
            ))}
          </ul>
        </Part>
      )}
    </div>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3 className="mb-2 font-semibold text-ink-muted text-sm">{title}</h3>
      {children}
    </section>
  )
}

function Example({ label, code, edge }: { label: string; code: string; edge: string }) {
  return (
    <div>
      <h4 className="mb-1 font-medium text-sm">{label}</h4>
      <IssueCode label={label} code={code} className={`border-l-4 ${edge}`} />
    </div>
  )
}

/** The dialog has no trigger of its own that gets the focus back: calls `onClosed` after closing. */
function Closing({ onClosed }: { onClosed: () => void }) {
  useEffect(() => {
    return () => {
      // The dialog removes `aria-hidden` from the page in the same turn; an element under it takes no focus before.
      setTimeout(onClosed)
    }
  }, [onClosed])
  return null
}
