/** The crawl that the shown one is compared with: of the same website, or of another one, with a map of paths. */

import { useId, useState } from 'react'
import type { ComparisonHead } from '#shared/api/comparison.ts'
import type { CrawlResultResponse } from '#shared/api/crawls.ts'
import { parsePathMap } from '#shared/path-map.ts'
import { plainText } from '#shared/plain-text.ts'
import { idNumber } from '#shared/routes.ts'
import { Card } from '../../components/card.tsx'
import { crawlLabels, websiteLabels } from '../../components/crawl-labels.ts'
import { Select } from '../../components/select.tsx'
import { Input } from '../../components/text-field.tsx'
import type { ComparedCrawls } from '../../queries/comparison.ts'
import { useCrawlResult } from '../../queries/crawls.ts'
import { useWebsites } from '../../queries/websites.ts'
import { ShareButton } from '../../sharing/share-button.tsx'
import { useShared } from '../../sharing/shown.ts'
import { useUrlState } from '../../state/url-state.ts'
import { comparedDefaults, listDefaults } from './compared-url.ts'
import { ComparisonExport } from './comparison-export.tsx'

const urlDefaults = { ...comparedDefaults, ...listDefaults }

interface ChosenCrawlProps {
  /** undefined while loading. */
  crawl: CrawlResultResponse | undefined
  compared: ComparedCrawls
  comparison: ComparisonHead | null
}

export function ChosenCrawl({ crawl, compared, comparison }: ChosenCrawlProps) {
  const [{ with: withText, site }, change] = useUrlState(urlDefaults)
  const websites = useWebsites().data ?? []
  const otherId = idNumber(site)
  const other = useCrawlResult(otherId)
  const shown = otherId === null ? crawl : other.data
  const crawls = (shown?.crawls ?? []).filter(({ id }) => id !== crawl?.crawlId)
  const labels = crawlLabels(crawls)
  const shared = useShared()
  const siteLabels = websiteLabels(websites.map(({ url }) => url))
  if (shared)
    return (
      <div className="flex justify-end">
        <ComparisonExport compared={compared} isEmpty={comparison === null} />
      </div>
    )
  return (
    <Card aria-label="Compared with" className="flex flex-wrap items-center gap-2 p-3 sm:px-4">
      <span className="text-[0.8125rem] text-ink-muted max-sm:w-full">Compared with</span>
      {websites.length > 1 && (
        <Select
          label="Website of the earlier crawl"
          options={[
            { value: '', label: 'This website' },
            ...websites.flatMap(({ id }, index) =>
              id === compared.websiteId ? [] : [{ value: String(id), label: plainText(siteLabels[index] ?? '') }],
            ),
          ]}
          value={site}
          onValue={value => change({ ...urlDefaults, site: value })}
          className="w-52 max-sm:w-full"
        />
      )}
      <Select
        label="Earlier crawl"
        options={[
          ...(otherId === null ? [{ value: '', label: 'The crawl before' }] : []),
          ...crawls.map(({ id }, index) => ({ value: String(id), label: labels[index] ?? '' })),
        ]}
        value={withText === '' && otherId !== null ? String(crawls[0]?.id ?? '') : withText}
        onValue={value => change({ ...urlDefaults, site, with: value })}
        className="w-84 max-w-full max-sm:w-full"
      />
      {otherId !== null && <PathMap />}
      <div className="flex gap-2 sm:ml-auto">
        <ShareButton websiteId={compared.websiteId} crawl={crawl} comparison={comparison} paths={compared.paths} />
        <ComparisonExport compared={compared} isEmpty={comparison === null} />
      </div>
    </Card>
  )
}

/** Applied when the field is left or by Enter: every version of the text would be a comparison of its own. */
function PathMap() {
  const [{ paths }, change] = useUrlState(urlDefaults)
  const [text, setText] = useState(paths)
  const hintId = useId()
  const isWrong = parsePathMap(text) === null
  const apply = () => {
    if (!isWrong && text !== paths) change({ paths: text, page: '1' })
  }
  return (
    <div className="w-72 max-sm:w-full">
      <Input
        aria-label="Path map"
        aria-describedby={hintId}
        placeholder="/old/>/new/"
        spellCheck={false}
        value={text}
        isInvalid={isWrong}
        onChange={event => setText(event.target.value)}
        onBlur={apply}
        onKeyDown={event => event.key === 'Enter' && apply()}
      />
      <p id={hintId} className={isWrong ? 'mt-1 text-error text-xs' : 'sr-only'}>
        Pairs of paths, earlier and later, such as /old/&gt;/new/ with blanks between pairs
      </p>
    </div>
  )
}
