/** The choice of the URL to analyze: typed, or picked from the pages of the crawl. */
import { Search } from 'lucide-react'
import { useId, useState } from 'react'
import { plainText } from '#shared/plain-text.ts'
import { Button } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { Input } from '../../components/text-field.tsx'
import { useToast } from '../../state/toasts.ts'
import { ANALYZED_URL_REQUIRED, analyzedUrl } from './analyzed-url.ts'
import { PagePicker } from './page-picker.tsx'

interface AnalyzeFormProps {
  websiteId: number | null
  crawlId: number | null
  /** URL of the crawl's start page; the base of typed paths. */
  siteUrl: string | undefined
  /** The analyzed URL, '' for none. */
  url: string
  isAnalyzing: boolean
  onAnalyze: (url: string) => void
}

export function AnalyzeForm({ websiteId, crawlId, siteUrl, url, isAnalyzing, onAnalyze }: AnalyzeFormProps) {
  const { toast } = useToast()
  const id = useId()
  // A form value cannot be isolated: control characters are written out.
  const [typed, setTyped] = useState(plainText(url))
  const [shown, setShown] = useState(url)
  const [message, setMessage] = useState('')
  // A page chosen elsewhere replaces the text in the field.
  if (shown !== url) {
    setShown(url)
    setTyped(plainText(url))
    setMessage('')
  }
  const submit = () => {
    const result = analyzedUrl(typed, siteUrl)
    setMessage(result.ok ? '' : result.message)
    if (result.ok) {
      setTyped(result.url)
      onAnalyze(result.url)
    } else if (result.message === ANALYZED_URL_REQUIRED)
      toast({ title: 'Error', description: ANALYZED_URL_REQUIRED, variant: 'destructive' })
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
