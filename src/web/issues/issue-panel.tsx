/** The side panel of an issue: what it is in the head, the parts that explain it, and all actions in one bar at the foot. */
import { clsx } from 'clsx'
import { useEffect, useState } from 'react'
import type { IssueResponse } from '#shared/api/issues.ts'
import { subjectOf } from '#shared/health-score.ts'
import { causePlaceLabels } from '#shared/model.ts'
import { Badge, SeverityBadge } from '../components/badge.tsx'
import { CrawledText } from '../components/crawled-text.tsx'
import { formatCount, lowerFirst } from '../components/format.ts'
import { numberLinkLook } from '../components/number-link.tsx'
import { Sheet } from '../components/sheet.tsx'
import { UrlText } from '../components/url-text.tsx'
import { IssueActions } from './issue-actions.tsx'
import { IssueBody } from './issue-body.tsx'
import type { IssueLinks } from './issue-links.ts'

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

export function IssuePanel({ issue, position, links, onClose, onPrevious, onNext, onClosed }: IssuePanelProps) {
  // The last issue is rendered while the panel slides out.
  const [shown, setShown] = useState(issue)
  if (issue !== null && issue !== shown) setShown(issue)
  return (
    <Sheet
      isOpen={issue !== null}
      onOpen={isOpen => !isOpen && onClose()}
      focusesTitle
      above={shown && <Summary issue={shown} links={links} />}
      title={<CrawledText text={shown ? titleOf(shown) : ''} />}
      description={
        shown && shown.affectedCount === 1 && <UrlText url={shown.pageUrl} href={links.page(shown.pageUrl)} />
      }
      footer={shown && <IssueActions issue={shown} onMuted={onClose} {...{ position, onPrevious, onNext }} />}
      className="max-w-[50rem]"
    >
      {shown && (
        <>
          <IssueBody key={shown.id} issue={shown} links={links} />
          <Closing onClosed={onClosed} />
        </>
      )}
    </Sheet>
  )
}

/** "Links without anchor text in the footer". */
function titleOf({ title, details: { place } }: IssueResponse): string {
  return place === undefined || place === 'server' ? title : `${title} ${lowerFirst(causePlaceLabels[place])}`
}

/** Severity, subject and reach. */
function Summary({ issue, links }: { issue: IssueResponse; links: IssueLinks }) {
  return (
    <div className="mb-1.5 flex flex-wrap items-center gap-2 text-[0.8125rem]">
      <SeverityBadge severity={issue.severity} />
      <a href={links.check(issue.checkId)} className="text-accent underline-offset-4 hover:underline">
        {subjectOf(issue.type).name}
      </a>
      {issue.affectedCount > 1 ? (
        <a href={links.pages(issue)} className={clsx('figures text-ink-muted', numberLinkLook)}>
          {formatCount(issue.affectedCount, 'page')}
        </a>
      ) : (
        <span className="figures text-ink-muted">1 page</span>
      )}
      {issue.markedFixed !== null && <Badge tone="success">Marked as fixed</Badge>}
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
