/** The default crawl limit, kept in this browser alone, and the limits of the server. */
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
        description="The maximum number of pages of a crawl that you start on the landing page or in the header. You can choose another number on the landing page."
      >
        <LimitForm maxCrawlLimit={maxCrawlLimit} />
      </SettingsCard>
      <SettingsCard
        title="Server limits"
        description={
          <p>
            A crawl visits at most {formatNumber(maxCrawlLimit)} pages. The request rate, the timeouts and the IP
            addresses that may be reached are settings of the server.{' '}
            <a href={`${hrefTo('help')}#limits`} className="text-accent underline underline-offset-4">
              Limits and rate
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
        description: 'This browser stores nothing for this site. Your settings apply until you leave this page.',
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
        onValue={setTyped}
        hint={
          isUnusable
            ? `Not a number between 1 and ${maxCrawlLimit}: crawls still use ${Math.min(CRAWL_LIMIT_DEFAULT, maxCrawlLimit)}.`
            : `Between 1 and ${maxCrawlLimit}; empty means ${Math.min(CRAWL_LIMIT_DEFAULT, maxCrawlLimit)}.`
        }
      />
      <Button type="submit" variant="primary">
        Save
      </Button>
    </form>
  )
}
