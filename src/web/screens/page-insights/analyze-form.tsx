/** The address that is analyzed: typed, or picked from the pages of the crawl. */
import { Search } from 'lucide-react'
import { useId, useState } from 'react'
import { plainText } from '#shared/plain-text.ts'
import { Button } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { Input } from '../../components/text-field.tsx'
import { useToast } from '../../state/toasts.ts'
import { ADDRESS_REQUIRED, analyzedAddress } from './analyzed-url.ts'
import { PagePicker } from './page-picker.tsx'

interface AnalyzeFormProps {
  websiteId: number | null
  crawlId: number | null
  /** Of the crawl's start page; what is typed without a host is of this site. */
  siteUrl: string | undefined
  /** What is shown, '' for nothing. */
  url: string
  isAnalyzing: boolean
  onAnalyze: (url: string) => void
}

export function AnalyzeForm({ websiteId, crawlId, siteUrl, url, isAnalyzing, onAnalyze }: AnalyzeFormProps) {
  const { toast } = useToast()
  const id = useId()
  // A value is no text: what acts in it is written out.
  const [typed, setTyped] = useState(plainText(url))
  const [shown, setShown] = useState(url)
  const [message, setMessage] = useState('')
  // Another page was chosen elsewhere: it replaces what stands in the field.
  if (shown !== url) {
    setShown(url)
    setTyped(plainText(url))
    setMessage('')
  }
  const submit = () => {
    const address = analyzedAddress(typed, siteUrl)
    setMessage(address.ok ? '' : address.message)
    if (address.ok) {
      setTyped(address.url)
      onAnalyze(address.url)
    } else if (address.message === ADDRESS_REQUIRED)
      toast({ title: 'Error', description: ADDRESS_REQUIRED, variant: 'destructive' })
  }
  return (
    <Card className="p-4 sm:p-5">
      <form
        noValidate
        aria-label="Analyze a page"
        onSubmit={event => {
          event.preventDefault()
          submit()
        }}
      >
        <label htmlFor={id} className="mb-1.5 block font-medium text-sm">
          Page URL
        </label>
        <div className="flex flex-wrap gap-2">
          <span className="relative min-w-0 grow basis-72">
            <Input
              id={id}
              type="url"
              inputMode="url"
              autoComplete="off"
              placeholder="https://example.com/page"
              value={typed}
              isInvalid={message !== ''}
              aria-describedby={message === '' ? undefined : `${id}-message`}
              onChange={event => setTyped(event.target.value)}
            />
            {message !== '' && (
              <span
                id={`${id}-message`}
                role="alert"
                className="absolute top-full left-0 z-10 mt-1 animate-rise rounded-control border border-error-line bg-error-soft px-2.5 py-1 text-error text-sm shadow-raised"
              >
                {message}
              </span>
            )}
          </span>
          <Button type="submit" variant="primary" isBusy={isAnalyzing} className="grow sm:min-w-32 sm:grow-0">
            {!isAnalyzing && <Search aria-hidden />}
            {isAnalyzing ? 'Analyzing...' : 'Analyze'}
          </Button>
          <PagePicker websiteId={websiteId} crawlId={crawlId} onPick={onAnalyze} />
        </div>
      </form>
    </Card>
  )
}
