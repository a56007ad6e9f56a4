/** The message of an issue as the button that opens its panel: what the keyboard reaches in a row. */
import type { IssueResponse } from '#shared/api/issues.ts'
import { CrawledText } from '../components/crawled-text.tsx'
import { OPENER_ATTRIBUTE } from './issue-table-body.tsx'

interface IssueOpenerProps {
  issue: IssueResponse
  onOpen: () => void
}

export function IssueOpener({ issue, onOpen }: IssueOpenerProps) {
  return (
    <button
      type="button"
      {...{ [OPENER_ATTRIBUTE]: issue.id }}
      onClick={onOpen}
      className="line-clamp-2 max-w-full break-words text-left font-medium hover:text-accent hover:underline"
    >
      <CrawledText text={issue.message} />
    </button>
  )
}
