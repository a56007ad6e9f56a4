/** A card for each language with its pages, and what the checks of language versions found. */
import { Check } from 'lucide-react'
import type { CheckResultResponse } from '#shared/api/checks.ts'
import type { LanguagesResponse } from '#shared/api/languages.ts'
import { primaryCode, UNDETERMINED } from '#shared/languages.ts'
import { hrefTo } from '#shared/routes.ts'
import { Badge, SeverityBadge } from '../../components/badge.tsx'
import { Card } from '../../components/card.tsx'
import { formatCount, formatNumber, formatPercent } from '../../components/format.ts'
import { numberLinkLook } from '../../components/number-link.tsx'
import { languageName } from './language-name.ts'

/** The others are in the filter by language. */
const MAX_CARDS = 3

interface LanguageCardsProps {
  languages: LanguagesResponse
  /** The result of each check of the crawl. */
  checks: readonly CheckResultResponse[]
  websiteId: number
  /** Id of an earlier crawl as text, '' for the newest. */
  crawlText: string
}

export function LanguageCards({ languages, checks, websiteId, crawlText }: LanguageCardsProps) {
  const [main] = languages.languages
  if (!main) return null
  const shown = languages.languages.slice(0, MAX_CARDS)
  return (
    <div className="mb-4 flex flex-wrap gap-4">
      {shown.map(language => (
        <a
          key={language.language}
          href={hrefTo('pages-list', websiteId, {
            filters: filterOf(language.language),
            crawl: crawlText,
          })}
          className="flex min-w-0 grow basis-36 flex-col rounded-card border border-line bg-surface px-4 py-3.5 shadow-card hover:border-accent sm:px-5 md:max-w-60"
        >
          <span className="flex items-center justify-between gap-2 text-[0.8125rem] text-ink-muted">
            <span className="min-w-0 truncate">{languageName(language.language)}</span>
            <Badge>{language.language}</Badge>
          </span>
          <b className="figures mb-1.5 whitespace-nowrap font-semibold text-[1.25rem] leading-8 sm:text-[1.375rem]">
            {formatCount(language.pages, 'page')}
          </b>
          <span aria-hidden className="mt-auto block h-1.5 overflow-hidden rounded-full bg-line">
            <span
              className="block h-full rounded-full bg-accent"
              style={{ width: `${(language.pages / main.pages) * 100}%` }}
            />
          </span>
          <small className="mt-1.5 text-ink-muted text-xs">
            {language === main
              ? 'Most pages'
              : `${formatPercent(language.pages, main.pages)} of the ${languageName(main.language)} pages`}
          </small>
        </a>
      ))}
      <Findings {...{ languages, checks, websiteId, crawlText }} />
    </div>
  )
}

/** Pages by their lang attribute, whatever its region. */
function filterOf(language: string): string {
  return language === UNDETERMINED ? 'language:empty' : `language:starts:${primaryCode(language)}`
}

const MAX_FINDINGS = 4

function Findings({ languages, checks, websiteId, crawlText }: LanguageCardsProps) {
  const found = checks.filter(({ type, issueCount }) => type === 'hreflang_issue' && issueCount > 0)
  const hasReturnLinks =
    languages.translatedSets > 0 && languages.states.every(({ state }) => state !== 'no-return-link')
  return (
    <Card className="grow basis-96 px-4 py-3 sm:px-5" aria-labelledby="language-findings">
      <h2 id="language-findings" className="mb-1 font-medium text-[0.8125rem] text-ink-muted">
        Findings
      </h2>
      {found.length === 0 && <p className="text-sm">No check of language versions found an issue.</p>}
      <ul className="text-sm">
        {found.slice(0, MAX_FINDINGS).map(({ id, title, severity, pageCount }) => (
          <li key={id} className="flex items-start gap-x-3 py-0.5">
            <span className="w-24 shrink-0">
              <SeverityBadge severity={severity} />
            </span>
            <span className="flex min-w-0 flex-1 flex-wrap justify-between gap-x-3">
              <a
                href={hrefTo('issues-by-check', websiteId, { check: id, crawl: crawlText })}
                className={numberLinkLook}
              >
                {title}
              </a>
              <span className="figures text-[0.8125rem] text-ink-muted">{formatCount(pageCount, 'page')}</span>
            </span>
          </li>
        ))}
      </ul>
      {found.length > MAX_FINDINGS && (
        <a
          href={hrefTo('issues-by-check', websiteId, { crawl: crawlText })}
          className="text-[0.8125rem] text-accent underline"
        >
          {formatNumber(found.length - MAX_FINDINGS)} more
        </a>
      )}
      {hasReturnLinks && (
        <p className="mt-1.5 flex items-center gap-1.5 font-medium text-[0.8125rem] text-success">
          <Check aria-hidden className="size-4" />
          All return links match.
        </p>
      )}
    </Card>
  )
}
