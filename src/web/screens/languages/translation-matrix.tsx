/** A row for each page with its versions, a column for each language and x-default. A row opens what its pages declare. */
import { clsx } from 'clsx'
import { ChevronRight } from 'lucide-react'
import { Fragment, type KeyboardEvent } from 'react'
import type { TranslationSetResponse } from '#shared/api/languages.ts'
import { type SetOrder, X_DEFAULT } from '#shared/languages.ts'
import type { SortOrder } from '#shared/page-list.ts'
import { plainText } from '#shared/plain-text.ts'
import { hrefTo } from '#shared/routes.ts'
import { formatNumber } from '../../components/format.ts'
import { Table, TableBody, TableCell, TableHead, TableHeaderCell, TableRow } from '../../components/table.tsx'
import { UrlText } from '../../components/url-text.tsx'
import { Declarations } from './declarations.tsx'
import { languageName } from './language-name.ts'
import { StateMark } from './state-mark.tsx'

/** With more languages, a cell has the icon and a letter. */
const MAX_WIDE_LANGUAGES = 6

interface TranslationMatrixProps {
  sets: readonly TranslationSetResponse[]
  languages: readonly string[]
  websiteId: number
  crawlText: string
  sort: SetOrder
  order: SortOrder
  /** Id of the open row. */
  openSet: number | null
  onOpen: (set: number | null) => void
  onSort: (sort: SetOrder, order: SortOrder) => void
}

export function TranslationMatrix(props: TranslationMatrixProps) {
  const { sets, languages, websiteId, crawlText, sort, order, openSet, onOpen, onSort } = props
  const isCompact = languages.length > MAX_WIDE_LANGUAGES
  const origin = originOf(sets)
  const pair = languages.length === 2 ? languages : null
  const columnCount = languages.length + (pair ? 3 : 2)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard (WCAG 2.1.1)
    <section aria-label="Languages by page" tabIndex={0} className="relative md:overflow-x-auto">
      <Table label="Pages and their language versions" onKeyDown={event => moveInRows(event, onOpen)}>
        <TableHead>
          <TableRow>
            <TableHeaderCell
              sorted={sort === 'url' ? order : null}
              onSort={() => onSort('url', sort === 'url' && order === 'ascending' ? 'descending' : 'ascending')}
              extra={origin && <span className="ml-2 font-mono font-normal">{plainText(origin)}</span>}
              className="bg-sunken md:sticky md:left-0 md:z-10"
            >
              Page
            </TableHeaderCell>
            {languages.map(language => (
              <TableHeaderCell key={language} title={languageName(language)}>
                {!isCompact && <span className="text-ink">{languageName(language)} </span>}
                {language}
              </TableHeaderCell>
            ))}
            <TableHeaderCell>{X_DEFAULT}</TableHeaderCell>
            {pair && <TableHeaderCell className="md:text-right">Words {pair.join(' / ')}</TableHeaderCell>}
          </TableRow>
        </TableHead>
        <TableBody>
          {sets.map(set => {
            const isOpen = set.id === openSet
            return (
              <Fragment key={set.id}>
                <TableRow className={clsx(isOpen && 'bg-accent-soft hover:bg-accent-soft')}>
                  <TableCell
                    className={clsx(
                      'md:sticky md:left-0 md:z-10 md:max-w-96 md:min-w-60 md:py-1',
                      isOpen ? 'bg-accent-soft' : 'bg-surface',
                    )}
                  >
                    <span className="flex min-w-0 items-center gap-1.5">
                      <button
                        type="button"
                        data-set={set.id}
                        aria-expanded={isOpen}
                        aria-label={`Declarations of ${plainText(set.url)}`}
                        onClick={() => onOpen(isOpen ? null : set.id)}
                        className="grid size-8 shrink-0 place-items-center rounded-control text-ink-muted hover:bg-sunken hover:text-ink"
                      >
                        <ChevronRight
                          aria-hidden
                          className={clsx('size-4 transition-transform', isOpen && 'rotate-90')}
                        />
                      </button>
                      <UrlText
                        url={set.url}
                        href={hrefTo('page-insights', websiteId, { url: set.url, crawl: crawlText })}
                        origin={origin}
                        hasActions={false}
                        className="flex-1"
                      />
                    </span>
                  </TableCell>
                  {languages.map(language => (
                    <TableCell key={language} label={languageName(language)}>
                      <LanguageCell set={set} language={language} isCompact={isCompact} />
                    </TableCell>
                  ))}
                  <TableCell label={X_DEFAULT}>
                    <DefaultCell set={set} isCompact={isCompact} />
                  </TableCell>
                  {pair && (
                    <TableCell label="Words" className="figures whitespace-nowrap md:text-right">
                      {pair.map(language => wordsIn(set, language)).join(' / ')}
                    </TableCell>
                  )}
                </TableRow>
                {isOpen && (
                  <tr className="max-md:block">
                    <td colSpan={columnCount} className="bg-sunken p-0 max-md:block">
                      <Declarations set={set} {...{ websiteId, crawlText, origin }} />
                    </td>
                  </tr>
                )}
              </Fragment>
            )
          })}
        </TableBody>
      </Table>
    </section>
  )
}

interface CellProps {
  set: TranslationSetResponse
  isCompact: boolean
}

function LanguageCell({ set, language, isCompact }: CellProps & { language: string }) {
  const versions = set.versions.filter(version => version.language === language)
  if (versions.length === 0) return <StateMark state="no-page" isCompact={isCompact} />
  return (
    <span className="inline-flex flex-wrap gap-x-4 gap-y-0.5 max-md:justify-end">
      {versions.flatMap(version =>
        version.states.length === 0 ? (
          <StateMark
            key={version.url}
            state="complete"
            label="Page"
            title={plainText(version.url)}
            isCompact={isCompact}
          />
        ) : (
          version.states.map(state => (
            <StateMark
              key={`${state} ${version.url}`}
              state={state}
              title={plainText([version.url, version.reason].filter(Boolean).join(': '))}
              isCompact={isCompact}
            />
          ))
        ),
      )}
    </span>
  )
}

/** Pages without another version need no default. */
function DefaultCell({ set, isCompact }: CellProps) {
  const isSingle = set.versions.every(({ states }) => states.length === 0)
  if (isSingle) return <span className="text-ink-muted">–</span>
  if (set.versions.some(({ language }) => language === X_DEFAULT))
    return <LanguageCell set={set} language={X_DEFAULT} isCompact={isCompact} />
  return <StateMark state="no-x-default" label="Missing" isCompact={isCompact} />
}

function wordsIn({ versions }: TranslationSetResponse, language: string): string {
  const words = versions.find(version => version.language === language)?.words ?? null
  return words === null ? '–' : formatNumber(words)
}

/** Of all rows, where it is one. */
function originOf(sets: readonly TranslationSetResponse[]): string | undefined {
  const origins = new Set(sets.map(({ url }) => URL.parse(url)?.origin))
  const [only] = origins
  return origins.size === 1 ? only : undefined
}

/** Up and Down arrow keys move between the rows, Right opens one and Left closes it. */
function moveInRows(event: KeyboardEvent<HTMLElement>, onOpen: (set: number | null) => void): void {
  if (event.altKey || event.ctrlKey || event.metaKey || !(event.target instanceof HTMLElement)) return
  const { set } = event.target.dataset
  if (set === undefined) return
  if (event.key === 'ArrowRight') onOpen(Number(set))
  else if (event.key === 'ArrowLeft') onOpen(null)
  else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
    const all = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-set]')]
    all[all.indexOf(event.target) + (event.key === 'ArrowDown' ? 1 : -1)]?.focus()
  } else return
  event.preventDefault()
}
