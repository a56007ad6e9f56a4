/** "Languages": which language versions the pages have, and whether they name each other by hreflang. */
import { Languages } from 'lucide-react'
import type { LanguagesResponse } from '#shared/api/languages.ts'
import { UNDETERMINED } from '#shared/languages.ts'
import { hrefTo, idNumber } from '#shared/routes.ts'
import { Card } from '../../components/card.tsx'
import { FetchedCards } from '../../components/fetch-states.tsx'
import { formatCount } from '../../components/format.ts'
import { ListExportMenu } from '../../components/list-export-menu.tsx'
import { NoSelectedWebsite } from '../../components/no-website.tsx'
import { numberLinkLook } from '../../components/number-link.tsx'
import { EmptyState } from '../../components/states.tsx'
import { IssueScreen, type IssueScreenCrawl } from '../../issues/issue-screen.tsx'
import { useCrawlChecks } from '../../queries/issues.ts'
import { useLanguages } from '../../queries/languages.ts'
import { useUrlState } from '../../state/url-state.ts'
import { LanguageCards } from './language-cards.tsx'
import { languageName } from './language-name.ts'
import { TranslationList } from './translation-list.tsx'

const WAITING = 'Loading languages...'
const urlDefaults = { crawl: '' }

export function LanguagesScreen() {
  return (
    <IssueScreen
      title="Languages"
      describe={({ websiteId, pagesChecked }) => <Summary websiteId={websiteId} pagesChecked={pagesChecked} />}
      action={({ websiteId, crawlText }) => (
        <ListExportMenu
          list={{ websiteId, part: 'languages', query: { crawl: idNumber(crawlText) ?? undefined } }}
          isEmpty={false}
        />
      )}
      empty={<NoSelectedWebsite see="which language versions its pages have" />}
      waitingText={WAITING}
      list={place => <Content {...place} />}
      hasOwnCards
    />
  )
}

function Summary({ websiteId, pagesChecked }: { websiteId: number; pagesChecked: number }) {
  const [{ crawl }] = useUrlState(urlDefaults)
  const { data } = useLanguages(websiteId, idNumber(crawl) ?? undefined)
  return (
    <p className="figures">
      {data?.isComplete && <>{formatCount(namedLanguages(data).length, 'language')} on </>}
      <a href={hrefTo('pages-list', websiteId, { crawl })} className={numberLinkLook}>
        {formatCount(pagesChecked, 'checked page')}
      </a>
    </p>
  )
}

function Content({ websiteId, crawlText }: IssueScreenCrawl) {
  const crawl = idNumber(crawlText) ?? undefined
  const languages = useLanguages(websiteId, crawl)
  const checks = useCrawlChecks(websiteId, { crawl })
  return (
    <FetchedCards
      query={languages}
      isWaiting={checks.isPending}
      what="Failed to fetch the languages"
      message={WAITING}
      rows={10}
    >
      {data => (
        <>
          {data.isComplete && data.languages.length > 0 && (
            <LanguageCards languages={data} checks={checks.data ?? []} {...{ websiteId, crawlText }} />
          )}
          <Card className="min-h-[60dvh]">
            <Sets languages={data} {...{ websiteId, crawlText }} />
          </Card>
        </>
      )}
    </FetchedCards>
  )
}

interface SetsProps {
  languages: LanguagesResponse
  websiteId: number
  crawlText: string
}

function Sets({ languages, websiteId, crawlText }: SetsProps) {
  if (!languages.isComplete)
    return (
      <EmptyState
        icon={Languages}
        title="Available when the crawl is complete"
        description="Language versions are found when all pages are known."
      />
    )
  if (!isMultilingual(languages)) return <OneLanguage languages={languages} />
  return <TranslationList {...{ languages, websiteId, crawlText }} />
}

function namedLanguages({ languages }: LanguagesResponse) {
  return languages.filter(({ language }) => language !== UNDETERMINED)
}

function isMultilingual({ languages, translatedSets }: LanguagesResponse): boolean {
  return languages.length > 1 || translatedSets > 0
}

function OneLanguage({ languages: { languages } }: { languages: LanguagesResponse }) {
  const [only] = languages
  if (!only) return <EmptyState icon={Languages} title="No pages found" description="This crawl has checked no page." />
  return (
    <EmptyState
      icon={Languages}
      title="This site has one language"
      description={`${languageName(only.language)}, on ${formatCount(only.pages, 'checked page')}. No page names a version in another language.`}
    />
  )
}
