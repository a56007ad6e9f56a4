/** What can be done with the selected causes, at the foot of the window. */

import { BellOff, Check, Copy, Download, RotateCw } from 'lucide-react'
import { useState } from 'react'
import type { IssueResponse } from '#shared/api/issues.ts'
import { recheckEndpoints } from '#shared/api/rechecks.ts'
import { causeElement } from '#shared/cause-element.ts'
import { causePlaceLabels } from '#shared/model.ts'
import { idNumber } from '#shared/routes.ts'
import { Button } from '../../components/button.tsx'
import { formatCount } from '../../components/format.ts'
import { SelectionBar } from '../../components/selection-bar.tsx'
import type { IssueScreenCrawl } from '../../issues/issue-screen.tsx'
import { callApi, failureReason } from '../../queries/api-client.ts'
import { exportList } from '../../queries/export-list.ts'
import { useChangeNotes } from '../../queries/finding-notes.ts'
import { useToast } from '../../state/toasts.ts'
import { MuteForm } from './mute-form.tsx'

interface CauseSelectionProps {
  /** Those selected. */
  issues: readonly IssueResponse[]
  onClear: () => void
  place: IssueScreenCrawl
}

export function CauseSelection({ issues, onClear, place }: CauseSelectionProps) {
  const [isMuting, setMuting] = useState(false)
  const actions = useActions(issues, place)
  if (issues.length === 0) return null
  // The next selection begins with the actions.
  const clear = () => {
    setMuting(false)
    onClear()
  }
  return (
    <SelectionBar label="Selected causes" count={issues.length} onClear={clear}>
      {isMuting ? (
        <MuteForm
          mutes={issues.map(({ checkId, pageUrl }) => ({ checkId, pattern: pageUrl }))}
          websiteId={place.websiteId}
          onDone={clear}
          onCancel={() => setMuting(false)}
        />
      ) : (
        <>
          <Button size="small" onClick={() => setMuting(true)}>
            <BellOff aria-hidden />
            Mute
          </Button>
          <MarkButton issues={issues} websiteId={place.websiteId} onDone={onClear} />
          <Button size="small" disabled={idNumber(place.crawlText) !== null} onClick={actions.checkAgain}>
            <RotateCw aria-hidden />
            Check Again
          </Button>
          <Button size="small" onClick={actions.copy}>
            <Copy aria-hidden />
            Copy
          </Button>
          <Button size="small" onClick={actions.save}>
            <Download aria-hidden />
            Export
          </Button>
        </>
      )}
    </SelectionBar>
  )
}

function MarkButton({ issues, websiteId, onDone }: MarkButtonProps) {
  const { mutate, isPending } = useChangeNotes(websiteId)
  const issueIds = issues.map(({ id }) => id)
  return (
    <Button
      size="small"
      isBusy={isPending}
      onClick={() => mutate({ issueIds, isMarkedFixed: true }, { onSuccess: onDone })}
    >
      {!isPending && <Check aria-hidden />}
      Mark as fixed
    </Button>
  )
}

interface MarkButtonProps {
  issues: readonly IssueResponse[]
  websiteId: number
  onDone: () => void
}

function useActions(issues: readonly IssueResponse[], { websiteId, crawlText }: IssueScreenCrawl) {
  const { toast } = useToast()
  const attempt = async (title: string, action: () => Promise<string>) => {
    try {
      toast({ title, description: await action() })
    } catch (cause) {
      console.warn(`${title} failed`, cause)
      toast({ title: 'Error', description: failureReason(cause), variant: 'destructive' })
    }
  }
  return {
    checkAgain: () =>
      void attempt('Checking again', async () => {
        for (const { id } of issues)
          await callApi(recheckEndpoints.checkAgain, { id: websiteId, body: { issueId: id } })
        return `${formatCount(issues.length, 'cause')} in the queue; the details of each show its result`
      }),
    copy: () =>
      void attempt('Copied', async () => {
        await navigator.clipboard.writeText(issues.map(textOf).join('\n'))
        return formatCount(issues.length, 'cause')
      }),
    save: () =>
      void attempt('List Exported', async () => {
        const ids = issues.map(({ id }) => id).join(',')
        await exportList({ websiteId, part: 'issues', query: { ids, crawl: idNumber(crawlText) ?? undefined } }, 'csv')
        return 'The selected issues have been exported as CSV'
      }),
  }
}

/** One line for a message or a ticket. */
function textOf(issue: IssueResponse): string {
  const { title, message, pageUrl, affectedCount, details } = issue
  const where = details.place ? `${causePlaceLabels[details.place]}, ` : ''
  const what = causeElement(issue)?.code ?? message
  return `${title}: ${where}${formatCount(affectedCount, 'page')}: ${what} (${pageUrl})`
}
