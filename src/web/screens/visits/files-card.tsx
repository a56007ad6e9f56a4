/** The files that were read, and where further ones are added, by a button or by dropping them. */
import { clsx } from 'clsx'
import { Trash2, Upload } from 'lucide-react'
import { type DragEvent, useRef, useState } from 'react'
import type { VisitImportResponse, VisitsResponse } from '#shared/api/visits.ts'
import { visitKindLabels } from '#shared/visits.ts'
import { Button } from '../../components/button.tsx'
import { Card, CardContent, CardHeader, CardTitle } from '../../components/card.tsx'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { CrawledText } from '../../components/crawled-text.tsx'
import { ErrorText } from '../../components/error-text.tsx'
import { formatCount, formatDay, formatNumber } from '../../components/format.ts'
import { failureReason } from '../../queries/api-client.ts'
import { useAddVisits, useRemoveVisits } from '../../queries/visits.ts'
import { useToast } from '../../state/toasts.ts'

const MEGABYTE = 1_048_576

interface FilesCardProps {
  visits: VisitsResponse
  websiteId: number
  mayAdd: boolean
}

export function FilesCard({ visits: { imports, maxUploadBytes }, websiteId, mayAdd }: FilesCardProps) {
  return (
    <Card>
      <CardHeader>
        <CardTitle>Files</CardTitle>
      </CardHeader>
      <CardContent>
        {imports.length > 0 && (
          <ul className="mb-4 divide-y divide-line">
            {imports.map(file => (
              <FileRow key={file.id} file={file} websiteId={websiteId} />
            ))}
          </ul>
        )}
        {mayAdd ? (
          <AddFile websiteId={websiteId} maxBytes={maxUploadBytes} />
        ) : (
          <p className="text-ink-muted text-sm">Log in to add access logs and exports: they are kept for users only.</p>
        )}
      </CardContent>
    </Card>
  )
}

function FileRow({ file, websiteId }: { file: VisitImportResponse; websiteId: number }) {
  const [isConfirming, setConfirming] = useState(false)
  const { toast } = useToast()
  const remove = useRemoveVisits({
    onSuccess: () => setConfirming(false),
    onError: error =>
      toast({ title: 'The file was not deleted', description: failureReason(error), variant: 'destructive' }),
  })
  const { counted, lines, unreadable, fromMs, toMs, further } = file.summary
  const day = (ms: number) => formatDay(new Date(ms).toISOString())
  return (
    <li className="flex items-center gap-3 py-2.5">
      <div className="min-w-0 grow">
        <p className="break-words font-medium text-sm">
          <CrawledText text={file.name} dir="ltr" />
        </p>
        <p className="figures text-ink-muted text-xs leading-5">
          {visitKindLabels[file.kind]}, {formatNumber(counted)} of {formatCount(lines, 'line')} counted
          {unreadable > 0 && `, ${formatNumber(unreadable)} unreadable`}
          {further > 0 && `, ${formatNumber(further)} of URLs beyond those that are kept`}
          {fromMs !== null && toMs !== null && `, ${day(fromMs)} to ${day(toMs)}`}
        </p>
      </div>
      <Button size="icon-small" variant="ghost" aria-label={`Delete ${file.name}`} onClick={() => setConfirming(true)}>
        <Trash2 aria-hidden />
      </Button>
      <ConfirmDialog
        isOpen={isConfirming}
        title="Delete this file?"
        confirmLabel="Delete"
        isDestructive
        isBusy={remove.isPending}
        onConfirm={() => remove.mutate({ websiteId, file: file.id })}
        onClose={() => setConfirming(false)}
      >
        Its figures leave this screen, All Pages and Issues by Check.
      </ConfirmDialog>
    </li>
  )
}

function AddFile({ websiteId, maxBytes }: { websiteId: number; maxBytes: number }) {
  const input = useRef<HTMLInputElement>(null)
  const [sent, setSent] = useState(0)
  const [isOver, setOver] = useState(false)
  const [problem, setProblem] = useState('')
  const add = useAddVisits({ onSuccess: () => setProblem(''), onError: error => setProblem(failureReason(error)) })
  const send = async (files: FileList | null) => {
    setProblem('')
    for (const file of files ?? []) {
      setSent(0)
      if (file.size > maxBytes) {
        setProblem(`${file.name} is larger than ${formatNumber(Math.floor(maxBytes / MEGABYTE))} MB.`)
        return
      }
      // A failure is shown by its handler; the files after it are not sent.
      const added = await add.mutateAsync({ websiteId, file, onProgress: setSent }).catch(() => null)
      if (added === null) return
    }
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    if (!add.isPending) void send(event.dataTransfer.files)
  }
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is a second way; the button in it does the same */}
      <div
        onDragOver={event => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
        className={clsx(
          'flex flex-wrap items-center gap-x-4 gap-y-3 rounded-control border border-dashed p-4',
          isOver ? 'border-accent bg-accent-soft' : 'border-line-strong',
        )}
      >
        <Button variant="primary" isBusy={add.isPending} onClick={() => input.current?.click()}>
          {!add.isPending && <Upload aria-hidden />}
          {add.isPending ? progressText(sent) : 'Add files'}
        </Button>
        <input
          ref={input}
          type="file"
          multiple
          hidden
          aria-label="Files to add"
          onChange={event => {
            void send(event.target.files)
            event.target.value = ''
          }}
        />
        <p className="min-w-0 grow basis-64 text-ink-muted text-sm">
          Access logs (Apache, nginx, IIS, CloudFront; also .gz and .zst), the Pages report of Search Console or a table
          of analytics as CSV. Only sums by URL are kept: no IP addresses, no users.
        </p>
      </div>
      <p role="status" className="sr-only">
        {add.isPending ? progressText(sent) : ''}
      </p>
      <ErrorText className="mt-2">{problem}</ErrorText>
    </>
  )
}

function progressText(sent: number): string {
  return sent < 1 ? `Sending ${Math.floor(sent * 100)} %` : 'Reading...'
}
