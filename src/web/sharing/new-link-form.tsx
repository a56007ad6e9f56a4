/** Makes a link: for whom, what it shows, until when, and with which password. */
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { newShareLinkSchema } from '#shared/new-share.ts'
import { type SharePart, sharePartLabels, shareParts } from '#shared/sharing.ts'
import { Button } from '../components/button.tsx'
import { ErrorText } from '../components/error-text.tsx'
import { PasswordField } from '../components/password-field.tsx'
import { TextField } from '../components/text-field.tsx'
import { failureReason } from '../queries/api-client.ts'
import { useAddShareLink } from '../queries/sharing.ts'

/** What a new link is to show. */
export interface SharedCrawl {
  websiteId: number
  /** undefined: the newest. */
  crawlId?: number | undefined
  /** Of the crawl that it is compared with; undefined: it is not. */
  earlierCrawlId?: number | undefined
  paths?: string | undefined
}

interface NewLinkFormProps extends SharedCrawl {
  defaultDays: number
  maxDays: number
  /** Passes the URL, which is shown only once. */
  onAdded: (url: string, hasPassword: boolean) => void
  onCancel: () => void
}

export function NewLinkForm(props: NewLinkFormProps) {
  const { websiteId, crawlId, earlierCrawlId, paths, defaultDays, maxDays, onAdded, onCancel } = props
  const addLink = useAddShareLink(websiteId)
  const first = useRef<HTMLInputElement>(null)
  const offered = shareParts.filter(part => part !== 'comparison' || earlierCrawlId !== undefined)
  const [name, setName] = useState('')
  const [parts, setParts] = useState<readonly SharePart[]>(offered.filter(part => part !== 'notes'))
  const [days, setDays] = useState(String(defaultDays))
  const [password, setPassword] = useState('')
  const [isChecked, setChecked] = useState(false)
  const wanted = {
    name,
    crawlId,
    parts: [...parts],
    ...(parts.includes('comparison') && { earlierCrawlId, paths }),
    expiresInDays: Number(days),
    ...(password !== '' && { password }),
  }
  const problems = newShareLinkSchema.safeParse(wanted).error?.issues ?? []
  const problemOf = (field: string) => problems.find(({ path }) => path[0] === field)?.message
  const daysProblem =
    problemOf('expiresInDays') ?? (Number(days) > maxDays ? `A link lasts at most ${maxDays} days` : undefined)
  // The element that had the focus is gone.
  useEffect(() => first.current?.focus(), [])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setChecked(true)
    if (problems.length > 0 || daysProblem !== undefined) return
    addLink.mutate(wanted, { onSuccess: ({ url, link }) => onAdded(url, link.hasPassword) })
  }
  return (
    <form noValidate onSubmit={submit} className="space-y-4">
      <TextField
        ref={first}
        label="Name"
        autoComplete="off"
        hint="Whom it is for. Only you see it."
        message={isChecked ? problemOf('name') : undefined}
        value={name}
        onValue={setName}
      />
      <fieldset>
        <legend className="mb-1.5 font-medium text-sm">What it shows beside the overview and the score</legend>
        <div className="grid gap-1.5">
          {offered.map(part => (
            <label key={part} className="flex items-center gap-2 text-sm">
              <input
                type="checkbox"
                className="size-4 accent-accent"
                checked={parts.includes(part)}
                onChange={({ target }) =>
                  setParts(target.checked ? [...parts, part] : parts.filter(each => each !== part))
                }
              />
              {sharePartLabels[part]}
            </label>
          ))}
        </div>
      </fieldset>
      <TextField
        label="Expires in days"
        inputMode="numeric"
        hint={`At most ${maxDays}.`}
        message={isChecked ? daysProblem : undefined}
        value={days}
        onValue={setDays}
      />
      <PasswordField
        label="Password (optional)"
        autoComplete="new-password"
        message={isChecked ? problemOf('password') : undefined}
        value={password}
        onValue={setPassword}
      />
      <ErrorText>{addLink.isError && failureReason(addLink.error)}</ErrorText>
      <div className="flex gap-2">
        <Button type="submit" variant="primary" isBusy={addLink.isPending}>
          {addLink.isPending ? 'Making the link...' : 'Make link'}
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </form>
  )
}
