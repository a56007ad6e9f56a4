/** What crawls begin with. It is kept in this browser; the server is told nothing (specification, section 5). */
import { type FormEvent, useState } from 'react'
import { CRAWL_LIMIT_DEFAULT } from '#shared/constants.ts'
import { hrefTo } from '#shared/routes.ts'
import { Button } from '../../components/button.tsx'
import { formatNumber } from '../../components/format.ts'
import { TextField } from '../../components/text-field.tsx'
import { limitMessage } from '../../components/use-crawl-form.ts'
import { useBoot } from '../../state/boot.ts'
import { keepCrawlLimit, useCrawlLimitSetting } from '../../state/crawl-limit-setting.ts'
import { useToast } from '../../state/toasts.ts'
import { SettingsCard } from './settings-card.tsx'

export function CrawlSettingsTab() {
  const { maxCrawlLimit } = useBoot()
  return (
    <>
      <SettingsCard
        title="Default crawl limit"
        description="How many pages a crawl reads at most when you start one on the first page or at the top of any other. The first page still lets you choose another number."
      >
        <LimitForm maxCrawlLimit={maxCrawlLimit} />
      </SettingsCard>
      <SettingsCard
        title="What the operator has set"
        description={
          <p>
            A crawl reads {formatNumber(maxCrawlLimit)} pages at most. How fast a website is asked, how long an answer
            may take and which addresses may be reached are settings of the server.{' '}
            <a href={`${hrefTo('help')}#limits`} className="text-accent underline underline-offset-4">
              Limits and pace
            </a>
          </p>
        }
      />
    </>
  )
}

function LimitForm({ maxCrawlLimit }: { maxCrawlLimit: number }) {
  const setting = useCrawlLimitSetting()
  /** null until something is typed. */
  const [typed, setTyped] = useState<string | null>(null)
  const { toast } = useToast()
  const text = typed ?? setting
  const save = (event: FormEvent) => {
    event.preventDefault()
    setTyped(null)
    if (keepCrawlLimit(text))
      toast({ title: 'Settings Saved', description: 'Your settings have been saved successfully' })
    else
      toast({
        title: 'Settings not saved',
        description: 'This browser keeps nothing for this site. Until you leave this page, your settings hold.',
        variant: 'destructive',
      })
  }
  const isUnusable = text.trim() !== '' && limitMessage(text, maxCrawlLimit) !== undefined
  return (
    <form noValidate onSubmit={save} className="max-w-xs space-y-4">
      <TextField
        label="Crawl limit"
        name="crawl-limit"
        inputMode="numeric"
        autoComplete="off"
        placeholder={String(CRAWL_LIMIT_DEFAULT)}
        value={text}
        onChange={event => setTyped(event.target.value)}
        hint={
          isUnusable
            ? `No number between 1 and ${maxCrawlLimit}: crawls go on beginning with ${Math.min(CRAWL_LIMIT_DEFAULT, maxCrawlLimit)}.`
            : `Between 1 and ${maxCrawlLimit}; empty means ${Math.min(CRAWL_LIMIT_DEFAULT, maxCrawlLimit)}.`
        }
      />
      <Button type="submit" variant="primary">
        Save
      </Button>
    </form>
  )
}
