import * as z from 'zod/mini'
import {
  type LanguageVersion,
  setStateLabels,
  type TranslationSet,
  UNDETERMINED,
  versionStates,
  X_DEFAULT,
} from '#shared/languages.ts'
import type { SetQuery } from '#store/store.ts'
import { setBatches } from '../batches.ts'
import { type Column, exportTable, type Walk } from './export-table.ts'

interface VersionRow {
  set: TranslationSet
  version: LanguageVersion
  missing: string[]
}

const columns: readonly Column<VersionRow>[] = [
  {
    key: 'page',
    head: 'Page',
    about: 'URL of the version in the main language of the site: the same for all versions of one page.',
    schema: z.string(),
    value: ({ set }) => set.url,
  },
  {
    key: 'language',
    head: 'Language',
    about: 'The hreflang value in lower case; und for a page that names no language.',
    schema: z.string(),
    value: ({ version }) => version.language,
  },
  { key: 'url', head: 'URL', about: 'URL of the version.', schema: z.string(), value: ({ version }) => version.url },
  {
    key: 'words',
    head: 'Words',
    about: 'Words of the main text; null for a URL that is no checked page.',
    schema: z.nullable(z.number()),
    value: ({ version }) => version.words,
  },
  {
    head: 'State',
    about: 'What is true of the version.',
    value: ({ version }) => version.states.map(state => setStateLabels[state]).join(', '),
  },
  {
    key: 'states',
    about: 'What is true of the version; empty for a page without another version.',
    schema: z.array(z.enum(versionStates)),
    value: ({ version }) => version.states,
  },
  {
    key: 'reason',
    head: 'Reason',
    about: 'Why the target is wrong, such as 404.',
    schema: z.string(),
    value: ({ version }) => version.reason,
  },
  {
    head: 'Missing languages',
    about: 'Languages of the site that the page has no version in.',
    value: row => row.missing.join(' '),
  },
  {
    key: 'missingLanguages',
    about: 'Languages of the site that the page has no version in.',
    schema: z.array(z.string()),
    value: row => row.missing,
  },
]

/** A row for each language version, set by set in the order of the crawl. */
export const languageTable = exportTable<VersionRow, SetQuery>({ columns, batches })

async function* batches({ filter, ...source }: Walk<SetQuery>): AsyncIterable<VersionRow[]> {
  const { languages } = await source.reading.languageCounts(source.crawl.id)
  const all = languages.map(({ language }) => language).filter(language => language !== UNDETERMINED)
  for await (const sets of setBatches(source, filter)) yield sets.flatMap(set => rowsOf(set, all))
}

function rowsOf(set: TranslationSet, languages: readonly string[]): VersionRow[] {
  const present = new Set(set.versions.map(({ language }) => language))
  const missing = languages.filter(language => language !== X_DEFAULT && !present.has(language))
  return set.versions.map(version => ({ set, version, missing }))
}
