/** The segments of a website: listed, added, changed and removed. Each change is saved at once. */
import { Plus } from 'lucide-react'
import { useState } from 'react'
import type { WebsiteResponse } from '#shared/api/websites.ts'
import { type ColumnId, fieldColumnsOf } from '#shared/page-columns.ts'
import { type PageCondition, writeConditions } from '#shared/page-conditions.ts'
import { conditionsOf, MAX_SEGMENTS, type Segment, segmentSchema, segmentsSchema } from '#shared/segments.ts'
import { Button } from '../../components/button.tsx'
import { ErrorText } from '../../components/error-text.tsx'
import { Fetched } from '../../components/fetch-states.tsx'
import { TextField } from '../../components/text-field.tsx'
import { useLeaveEntry, useUnsaved } from '../../components/unsaved-changes.tsx'
import { failureReason } from '../../queries/api-client.ts'
import { useSegments, useSetSegments } from '../../queries/segments.ts'
import { ConditionsField, NamedConditions } from './named-conditions.tsx'

export function SegmentsTab({ website }: { website: WebsiteResponse }) {
  const segments = useSegments(website.id)
  return (
    <Fetched query={segments} what="Failed to fetch the segments" message="Loading segments..." rows={4}>
      {data => <SegmentList website={website} segments={data.segments} />}
    </Fetched>
  )
}

function SegmentList({ website, segments }: { website: WebsiteResponse; segments: readonly Segment[] }) {
  /** Index of the one that is changed, `segments.length` for a new one; null while none is. */
  const [edited, setEdited] = useState<number | null>(null)
  const leaveEntry = useLeaveEntry()
  const { mutate, isPending, error } = useSetSegments(website.id)
  const fields = fieldColumnsOf(website.options)
  const save = (next: Segment[]) => mutate(next, { onSuccess: () => setEdited(null) })
  const form = (index: number, segment: Segment) => (
    <SegmentForm
      websiteId={website.id}
      fields={fields}
      initial={segment}
      others={segments.filter((_, other) => other !== index)}
      isBusy={isPending}
      failure={error ? failureReason(error) : undefined}
      onSegment={changed => save([...segments.slice(0, index), changed, ...segments.slice(index + 1)])}
      onCancel={() => setEdited(null)}
    />
  )
  return (
    <div className="space-y-4">
      <p className="text-ink-muted text-sm">
        A segment is a named part of the website, such as its blog or its shop. All crawls have its figures, and the
        lists of pages and issues can be filtered by it.
      </p>
      {segments.length > 0 && (
        <ul aria-label="Segments" className="divide-y divide-line">
          {segments.map((segment, index) => (
            <li key={segment.name} className="py-3">
              {edited === index ? (
                form(index, segment)
              ) : (
                <NamedConditions
                  websiteId={website.id}
                  name={segment.name}
                  conditions={conditionsOf(segment)}
                  isBusy={isPending}
                  onChange={() => leaveEntry(() => setEdited(index))}
                  onRemove={() => leaveEntry(() => save(segments.filter((_, other) => other !== index)))}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      {edited === segments.length
        ? form(edited, { name: '', conditions: '' })
        : segments.length < MAX_SEGMENTS && (
            <Button size="small" onClick={() => leaveEntry(() => setEdited(segments.length))}>
              <Plus aria-hidden />
              Add segment
            </Button>
          )}
    </div>
  )
}

interface SegmentFormProps {
  websiteId: number
  fields: readonly ColumnId[]
  initial: Segment
  others: readonly Segment[]
  isBusy: boolean
  /** Why the server has not saved it. */
  failure: string | undefined
  onSegment: (segment: Segment) => void
  onCancel: () => void
}

function SegmentForm({ websiteId, fields, initial, others, isBusy, failure, onSegment, onCancel }: SegmentFormProps) {
  const [name, setName] = useState(initial.name)
  const [conditions, setConditions] = useState<readonly PageCondition[]>(conditionsOf(initial))
  const [isSent, setSent] = useState(false)
  useUnsaved(name !== initial.name || writeConditions(conditions) !== writeConditions(conditionsOf(initial)), 'entry')
  const parsed = segmentSchema.safeParse({ name, conditions: writeConditions(conditions) })
  const messages = new Map(parsed.error?.issues.map(({ path: [part], message }) => [part, message]))
  const all = parsed.data && segmentsSchema.safeParse([...others, parsed.data])
  const nameMessage = messages.get('name') ?? all?.error?.issues[0]?.message
  const apply = () => {
    setSent(true)
    if (parsed.data && all?.success) onSegment(parsed.data)
  }
  return (
    <fieldset className="grid min-w-0 gap-4 rounded-card border border-line p-3">
      <legend className="sr-only">{initial.name === '' ? 'New segment' : `Segment ${initial.name}`}</legend>
      <TextField
        label="Name"
        placeholder="Blog"
        autoComplete="off"
        message={isSent ? nameMessage : undefined}
        value={name}
        onValue={setName}
      />
      <ConditionsField
        websiteId={websiteId}
        conditions={conditions}
        fields={fields}
        message={
          isSent && conditions.length === 0
            ? 'Add a condition: pages that meet all conditions are in the segment.'
            : undefined
        }
        onConditions={setConditions}
      />
      <ErrorText>{failure}</ErrorText>
      <div className="flex justify-end gap-2">
        <Button size="small" variant="ghost" onClick={onCancel}>
          Cancel
        </Button>
        <Button size="small" variant="primary" isBusy={isBusy} onClick={apply}>
          Save segment
        </Button>
      </div>
    </fieldset>
  )
}
