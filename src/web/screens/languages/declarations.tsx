/** What the pages of one set declare by hreflang, with the lines of their source, and what is wrong with it. */
import { clsx } from 'clsx'
import type { DeclarationsResponse, TranslationSetResponse } from '#shared/api/languages.ts'
import { isProblem, type VersionState, X_DEFAULT } from '#shared/languages.ts'
import { plainText } from '#shared/plain-text.ts'
import { hrefTo, idNumber } from '#shared/routes.ts'
import { Badge } from '../../components/badge.tsx'
import { Fetched } from '../../components/fetch-states.tsx'
import { formatCount } from '../../components/format.ts'
import { Table, TableHeaderCell } from '../../components/table.tsx'
import { UrlText, withoutOrigin } from '../../components/url-text.tsx'
import { useDeclarations } from '../../queries/languages.ts'
import { StateMark } from './state-mark.tsx'

interface DeclarationsProps {
  set: TranslationSetResponse
  websiteId: number
  crawlText: string
  /** Named once above the table. */
  origin: string | undefined
}

export function Declarations({ set, websiteId, crawlText, origin }: DeclarationsProps) {
  const query = { crawl: idNumber(crawlText) ?? undefined, set: set.id }
  const declarations = useDeclarations(websiteId, query)
  return (
    <div className="border-accent border-l-3 px-4 py-3.5 sm:pl-12">
      <Fetched query={declarations} what="Failed to fetch the declarations" message="Loading declarations..." rows={3}>
        {data => (
          <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,1.5fr)_minmax(0,1fr)]">
            <Declared declarations={data} {...{ websiteId, crawlText, origin }} />
            <Findings set={set} {...{ websiteId, crawlText, origin }} />
          </div>
        )}
      </Fetched>
    </div>
  )
}

type DeclaredProps = Omit<DeclarationsProps, 'set'> & { declarations: DeclarationsResponse }

function Declared({ declarations: { languages, pages, furtherPages }, websiteId, crawlText, origin }: DeclaredProps) {
  if (languages.length === 0) return <p className="text-sm">The page declares no language version.</p>
  return (
    <div className="min-w-0">
      <p className="mb-2.5 text-sm">
        <b className="font-semibold">What the pages of this set declare.</b> Rows declare, columns are the hreflang
        values.
      </p>
      <div className="rounded-control border border-line bg-surface">
        <Table label="Declared hreflang links" narrow="scroll">
          {/* Not the parts of a table that stacks, as the one around does on phones: this one scrolls, under its head. */}
          <thead className="border-line border-b bg-sunken text-ink-muted text-xs">
            <tr>
              <TableHeaderCell>Declared by</TableHeaderCell>
              {languages.map(language => (
                <TableHeaderCell key={language}>{plainText(language)}</TableHeaderCell>
              ))}
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {pages.map(page => (
              <tr key={page.url} className="text-[0.8125rem]">
                <th scope="row" className="max-w-72 min-w-40 px-3 py-2 text-left font-normal first:pl-4 sm:first:pl-5">
                  <span className="flex min-w-0 items-center gap-2">
                    <Badge>{page.language}</Badge>
                    <UrlText
                      url={page.url}
                      href={hrefTo('page-insights', websiteId, { url: page.url, crawl: crawlText })}
                      origin={origin}
                      hasActions={false}
                    />
                  </span>
                </th>
                {languages.map(language => (
                  <td key={language} className="px-3 py-2 whitespace-nowrap">
                    <DeclaredCell page={page} language={language} origin={origin} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </Table>
      </div>
      {furtherPages > 0 && (
        <p className="mt-2 text-ink-muted text-xs">And {formatCount(furtherPages, 'more page')} of this set.</p>
      )}
    </div>
  )
}

interface DeclaredCellProps {
  page: DeclarationsResponse['pages'][number]
  language: string
  origin: string | undefined
}

function DeclaredCell({ page, language, origin }: DeclaredCellProps) {
  const found = page.hreflangs.filter(hreflang => hreflang.language === language)
  if (found.length === 0)
    return <StateMark state={language === X_DEFAULT ? 'no-x-default' : 'no-return-link'} label="Missing" />
  return found.map(({ url, line }) => (
    <StateMark
      key={`${line} ${url}`}
      state={url === null ? 'wrong-target' : 'complete'}
      label={[line === null ? 'declared' : `line ${line}`, found.length > 1 && url !== null && shortUrl(url, origin)]
        .filter(Boolean)
        .join(', ')}
      title={url === null ? undefined : plainText(url)}
    />
  ))
}

function shortUrl(url: string, origin: string | undefined): string {
  return plainText(withoutOrigin(url, origin))
}

const sentences: Readonly<Record<Exclude<VersionState, 'complete'>, { title: string; text: string }>> = {
  'no-self-reference': { title: 'No self-reference.', text: 'The page lists other versions and not itself.' },
  'no-return-link': {
    title: 'No return link.',
    text: 'Another version lists the page, and the page does not list it.',
  },
  incomplete: { title: 'Incomplete.', text: 'The page does not list all versions of the set.' },
  'wrong-target': { title: 'Wrong target.', text: 'Search engines cannot index the declared URL.' },
  untranslated: { title: 'Untranslated text.', text: 'The page has the text of a version in another language.' },
  'not-checked': { title: 'Not checked.', text: 'The declared URL was not crawled, or is no page of this website.' },
}

function Findings({ set, websiteId, crawlText, origin }: DeclarationsProps) {
  const isTranslated = set.versions.some(({ states }) => states.length > 0)
  const states = new Set(set.versions.flatMap(version => version.states))
  const found = [...states].filter(state => state !== 'complete')
  return (
    <div className="grid gap-2 text-[0.8125rem]">
      {found.map(state => (
        <div key={state}>
          <StateMark state={state} label={sentences[state].title} /> {sentences[state].text}
          <ul className={clsx('mt-0.5 pl-5', isProblem(state) ? undefined : 'text-ink-muted')}>
            {versionsWith(set, state).map(({ url, reason }) => (
              <li key={url} className="flex min-w-0 gap-1.5">
                <UrlText url={url} origin={origin} hasActions={false} />
                {reason !== '' && <span className="text-ink-muted">{reason}</span>}
              </li>
            ))}
          </ul>
        </div>
      ))}
      {isTranslated && !states.has('no-return-link') && (
        <p>
          <StateMark state="complete" label="Return links match." /> Each version that is listed links back.
        </p>
      )}
      <p>
        <a
          href={hrefTo('errors', websiteId, { url: set.url, crawl: crawlText })}
          className="text-accent underline underline-offset-4"
        >
          Issues of the page
        </a>
      </p>
    </div>
  )
}

const MAX_URLS = 5

/** Each URL once, the first few. */
function versionsWith({ versions }: TranslationSetResponse, state: VersionState) {
  const byUrl = new Map(versions.filter(({ states }) => states.includes(state)).map(version => [version.url, version]))
  return [...byUrl.values()].slice(0, MAX_URLS)
}
