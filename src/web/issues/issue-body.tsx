/** The parts of the panel of an issue, in the order of reading; a part without content is not shown. */
import { ExternalLink } from 'lucide-react'
import type { ReactNode } from 'react'
import type { IssueResponse } from '#shared/api/issues.ts'
import { formatNumber } from '../components/format.ts'
import { useShared, useShows } from '../sharing/shown.ts'
import { differenceOf } from './fix-difference.ts'
import { IssueCode } from './issue-code.tsx'
import { IssueEvidenceList } from './issue-evidence.tsx'
import { IssueHistory } from './issue-history.tsx'
import type { IssueLinks } from './issue-links.ts'
import { IssueNote } from './issue-note.tsx'
import { IssuePages } from './issue-pages.tsx'
import { issueParts } from './issue-parts.ts'
import { LinkedFrom } from './linked-from.tsx'
import { withoutOwnUrl } from './message-pieces.ts'
import { MessageText } from './message-text.tsx'

export function IssueBody({ issue, links }: { issue: IssueResponse; links: IssueLinks }) {
  const { message, title, why, fix, example, sources, affectedCount, referringSourceCount } = issue
  const { evidence, linkedFrom } = issueParts(issue)
  const shared = useShared()
  const showsLinks = useShows('links', 'pages')
  const showsPages = useShows('pages')
  const showsNotes = useShows('notes')
  const origin = URL.parse(issue.pageUrl)?.origin ?? ''
  return (
    <div className="space-y-5.5 px-5 py-5">
      {message !== title && (
        <Part title="What was found">
          <p className="max-w-[62ch] text-[0.9375rem] [overflow-wrap:anywhere]">
            <MessageText text={withoutOwnUrl(issue)} origin={origin} pageHref={links.page} />
          </p>
        </Part>
      )}
      {why !== '' && (
        <Part title="Why it matters">
          <p className="max-w-[62ch] text-[0.9375rem]">{why}</p>
        </Part>
      )}
      {fix !== '' && (
        <Part title="How to fix it">
          <p className="max-w-[62ch] text-[0.9375rem]">{fix}</p>
          {example && <BeforeAndAfter example={example} />}
        </Part>
      )}
      {evidence.length > 0 && (
        <Part title="Evidence">
          <IssueEvidenceList evidence={evidence} issue={issue} pageHref={links.page} />
        </Part>
      )}
      {linkedFrom && showsLinks ? (
        <Part title="Linked from" count={Math.max(referringSourceCount, linkedFrom.total)}>
          <LinkedFrom issue={issue} linkedFrom={linkedFrom} pageHref={links.page} />
        </Part>
      ) : (
        affectedCount > 1 &&
        showsPages && (
          <Part title="Pages" count={affectedCount}>
            <IssuePages issue={issue} pageHref={links.page} />
          </Part>
        )
      )}
      {showsNotes && (
        <Part title="Assignee and note">
          <IssueNote key={`${issue.note} ${issue.assignee}`} issue={issue} />
        </Part>
      )}
      {!shared && (
        <Part title="History">
          <IssueHistory issue={issue} />
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
                  className="inline-flex items-center gap-1.5 text-accent underline-offset-4 hover:underline"
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

function Part({ title, count, children }: { title: string; count?: number; children: ReactNode }) {
  return (
    <section>
      <h3 className="mb-1 font-semibold text-[0.8125rem] text-ink-muted">
        {title}
        {count !== undefined && <span className="figures ml-1.5 font-normal">{formatNumber(count)}</span>}
      </h3>
      {children}
    </section>
  )
}

/** The fix in the page's own source where there is one, else an example. */
function BeforeAndAfter({ example }: { example: NonNullable<IssueResponse['example']> }) {
  const { before, after, isOwn } = example
  const difference = differenceOf(before, after)
  return (
    <>
      {!isOwn && <p className="mt-2 text-ink-muted text-sm">For example:</p>}
      <div className="mt-2 grid gap-3">
        <div>
          <h4 className="mb-1 font-medium text-[0.8125rem]">Before</h4>
          <IssueCode label="Before" code={before} mark={difference.before} className="border-l-4 border-l-error" />
        </div>
        <div>
          <h4 className="mb-1 font-medium text-[0.8125rem]">After</h4>
          <IssueCode
            label="After"
            code={after}
            mark={difference.after}
            tone="success"
            className="border-l-4 border-l-success"
          />
        </div>
      </div>
    </>
  )
}
