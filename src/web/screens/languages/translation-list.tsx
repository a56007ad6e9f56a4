/** The matrix of languages and pages with its filters; all of its state is in the URL. */

import { SearchX } from 'lucide-react'
import type { LanguagesResponse } from '#shared/api/languages.ts'
import { TABLE_PAGE_SIZE } from '#shared/constants.ts'
import { type SetChoice, setChoices, setOrders, setStates, UNDETERMINED } from '#shared/languages.ts'
import { sortOrders } from '#shared/page-list.ts'
import { idNumber } from '#shared/routes.ts'
import { Button } from '../../components/button.tsx'
import { formatNumber } from '../../components/format.ts'
import { PagedRows } from '../../components/paged-rows.tsx'
import { pageSizeOf } from '../../components/pagination.tsx'
import { SearchInput, useDebouncedText } from '../../components/search-input.tsx'
import { type Segment, Segments } from '../../components/segments.tsx'
import { Select } from '../../components/select.tsx'
import { EmptyState } from '../../components/states.tsx'
import { useTranslationSets } from '../../queries/languages.ts'
import { pageNumber, useUrlState } from '../../state/url-state.ts'
import { languageName } from './language-name.ts'
import { StateMark } from './state-mark.tsx'
import { TranslationMatrix } from './translation-matrix.tsx'

const urlDefaults = {
  show: 'translated',
  language: '',
  state: '',
  search: '',
  sort: 'problems',
  order: '',
  set: '',
  page: '1',
  size: String(TABLE_PAGE_SIZE),
}

/** With more languages, one button stands for all pages without another version. */
const MAX_LANGUAGE_SEGMENTS = 3

interface TranslationListProps {
  languages: LanguagesResponse
  websiteId: number
  /** Id of an earlier crawl as text, '' for the newest. */
  crawlText: string
}

export function TranslationList({ languages, websiteId, crawlText }: TranslationListProps) {
  const [urlState, change] = useUrlState(urlDefaults)
  const [text, setText] = useDebouncedText(urlState.search, search => change({ search, page: '1' }))
  const show = setChoices.find(each => each === urlState.show) ?? 'translated'
  const state = setStates.find(each => each === urlState.state)
  const sort = setOrders.find(each => each === urlState.sort) ?? 'problems'
  const order = sortOrders.find(each => each === urlState.order) ?? (sort === 'problems' ? 'descending' : 'ascending')
  const page = pageNumber(urlState.page)
  const pageSize = pageSizeOf(urlState.size)
  const { language } = urlState
  const filter = { crawl: idNumber(crawlText) ?? undefined, show, language, state, search: urlState.search.trim() }
  const query = { ...filter, sort, order, limit: pageSize, offset: (page - 1) * pageSize }
  const part = useTranslationSets(websiteId, query)
  const showAll = () => {
    setText('')
    change({ show: 'translated', language: '', state: '', search: '', page: '1' })
  }
  return (
    <>
      <div className="flex flex-wrap items-center gap-2.5 p-3 sm:px-5">
        <SearchInput
          label="Search pages..."
          value={text}
          onValue={setText}
          className="max-w-64 grow basis-36 max-md:max-w-none max-md:basis-full"
        />
        <Segments
          label="Show"
          segments={segmentsOf(languages)}
          value={show === 'single' && language !== '' ? `single ${language}` : show}
          onValue={value => {
            const [chosen = '', only = ''] = value.split(' ')
            change({ show: chosen, language: only, state: '', page: '1' })
          }}
        />
        <Select
          label="Language"
          options={[
            { value: '', label: 'All languages' },
            ...languages.languages.map(each => ({
              value: each.language,
              label: `${languageName(each.language)} (${each.language})`,
            })),
          ]}
          value={language}
          onValue={value => change({ language: value, page: '1' })}
          className="w-48 max-md:w-full md:ml-auto"
        />
      </div>
      <div id="results" tabIndex={-1} className="outline-none">
        <PagedRows
          query={part}
          {...{ page, pageSize }}
          what="Failed to fetch the pages"
          message="Loading pages..."
          onChange={change}
          none={
            <EmptyState
              icon={SearchX}
              title="No pages found"
              description="No page fits the search and the filters."
              action={<Button onClick={showAll}>Show all pages</Button>}
            />
          }
        >
          {sets => (
            <>
              <TranslationMatrix
                sets={sets}
                languages={columnsOf(languages, show)}
                {...{ websiteId, crawlText, sort, order }}
                openSet={idNumber(urlState.set)}
                onOpen={set => change({ set: set === null ? '' : String(set) })}
                onSort={(column, direction) => change({ sort: column, order: direction, page: '1' })}
              />
              {show !== 'single' && (
                <Legend
                  languages={languages}
                  chosen={state}
                  onState={value => change({ state: value, show: 'translated', page: '1' })}
                />
              )}
            </>
          )}
        </PagedRows>
      </div>
    </>
  )
}

/** Pages that name no language stand in no set with others. */
function columnsOf({ languages }: LanguagesResponse, show: SetChoice): string[] {
  const all = languages.map(({ language }) => language)
  return show === 'single' ? all : all.filter(language => language !== UNDETERMINED)
}

function segmentsOf({ languages, translatedSets, states }: LanguagesResponse): Segment[] {
  const untranslated = states.find(({ state }) => state === 'untranslated')?.sets ?? 0
  const singles =
    languages.length > MAX_LANGUAGE_SEGMENTS
      ? [{ value: 'single' satisfies SetChoice, label: 'One language only' }]
      : languages.map(({ language, onlyPages }) => ({
          value: `single ${language}`,
          label: `Only ${languageName(language)}`,
          count: onlyPages,
        }))
  return [
    { value: 'translated', label: 'With translations', count: translatedSets },
    { value: 'untranslated', label: 'Untranslated', count: untranslated },
    ...singles,
  ]
}

interface LegendProps {
  languages: LanguagesResponse
  chosen: string | undefined
  onState: (state: string) => void
}

/** The states that pages with translations have; each shows its pages. */
function Legend({ languages: { states }, chosen, onState }: LegendProps) {
  return (
    <fieldset className="flex flex-wrap items-center gap-x-2 gap-y-1 border-line border-t px-3 py-2 sm:px-4">
      <legend className="sr-only">Pages by state</legend>
      {states.map(({ state, sets }) => (
        <button
          key={state}
          type="button"
          aria-pressed={state === chosen}
          onClick={() => onState(state === chosen ? '' : state)}
          className="inline-flex min-h-8 items-center gap-1.5 rounded-md px-2 hover:bg-sunken aria-pressed:bg-accent-soft"
        >
          <StateMark state={state} />
          <b className="figures font-semibold text-[0.8125rem]">{formatNumber(sets)}</b>
        </button>
      ))}
    </fieldset>
  )
}
