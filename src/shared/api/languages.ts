import * as z from 'zod/mini'
import { AppError } from '../errors.ts'
import { languageCode, setChoices, setOrders, setStates, versionStates } from '../languages.ts'
import { sortOrders } from '../page-list.ts'
import type { EndpointTable } from './contract.ts'
import { choice, type Parameter, text, whole } from './query.ts'
import { crawl, id, offset } from './values.ts'

export const languagesSchema = z.object({
  /** Language versions are found when the crawl ends. */
  isComplete: z.boolean(),
  /** Pages whose content was checked, by language, those of most pages first; `und` for those that name none. */
  languages: z.array(
    z.object({
      language: z.string(),
      pages: z.number(),
      /** Those without another version. */
      onlyPages: z.number(),
    }),
  ),
  /** Translation sets with several versions. */
  translatedSets: z.number(),
  /** How many of them have a version of a state; without zeros. */
  states: z.array(z.object({ state: z.enum(setStates), sets: z.number() })),
})
export type LanguagesResponse = z.infer<typeof languagesSchema>

export const translationSetSchema = z.object({
  /** Frontier number of its first page. */
  id,
  /** Of the version in the main language of the site, else of its first page. */
  url: z.string(),
  problems: z.number(),
  versions: z.array(
    z.object({
      /** The hreflang value in lower case, x-default among them. */
      language: z.string(),
      url: z.string(),
      /** Of the main text; null for a URL that is no checked page. */
      words: z.nullable(z.number()),
      /** Empty for a page without another version. */
      states: z.array(z.enum(versionStates)),
      /** Of a wrong target, such as 404; empty otherwise. */
      reason: z.string(),
    }),
  ),
})
export type TranslationSetResponse = z.infer<typeof translationSetSchema>

export const declarationsSchema = z.object({
  /** The hreflang values that the pages declare, as columns. */
  languages: z.array(z.string()),
  pages: z.array(
    z.object({
      url: z.string(),
      /** Under which the set has the page. */
      language: z.string(),
      /** Of the lang attribute, as written. */
      lang: z.nullable(z.string()),
      hreflangs: z.array(
        z.object({
          language: z.string(),
          url: z.nullable(z.string()),
          /** Of the source; null for a header and where it is unknown. */
          line: z.nullable(z.number()),
        }),
      ),
    }),
  ),
  /** Pages of the set beyond those. */
  furtherPages: z.number(),
})
export type DeclarationsResponse = z.infer<typeof declarationsSchema>

export const MAX_SETS_PER_RESPONSE = 100

const language: Parameter<string> = {
  about:
    'Only sets with a version in this language, by its hreflang value; with `state`, those whose version in it has the state, or for no-page lack it.',
  schema: { type: 'string', maxLength: 30 },
  read(sent, name) {
    const code = languageCode(sent)
    if (code === null) throw new AppError('bad-request', `${name} must be a language such as de or pt-br`)
    return code
  },
}

/** Which translation sets. */
export const translationFilters = {
  show: choice({
    about:
      'Only sets with several versions (translated), those with a version that has the text of another language (untranslated), or pages without another version (single).',
    of: setChoices,
  }),
  language,
  state: choice({
    about:
      'Only sets with a version of this state. complete: nothing is wrong with any version; no-page: a language of the site is missing.',
    of: setStates,
  }),
  search: text({ about: 'Only sets with a version whose URL contains this text, ignoring case.' }),
} as const

export const languageEndpoints = {
  languages: {
    access: 'view',
    share: 'pages',
    scope: 'read',
    method: 'GET',
    path: '/api/languages/:id',
    response: languagesSchema,
    tag: 'Results',
    summary: 'The languages of a website, and how its language versions name each other',
    query: { crawl },
  },
  listTranslationSets: {
    access: 'view',
    share: 'pages',
    scope: 'read',
    method: 'GET',
    path: '/api/translation-sets/:id',
    response: z.array(translationSetSchema),
    tag: 'Results',
    summary: 'Pages with their language versions, by hreflang',
    description: 'A website in one language without hreflang has none.',
    headers: { 'X-Total-Count': 'Number of sets that match the filters.' },
    query: {
      crawl,
      offset,
      limit: whole({
        about: 'Maximum number of sets.',
        min: 1,
        max: MAX_SETS_PER_RESPONSE,
        fallback: MAX_SETS_PER_RESPONSE,
      }),
      ...translationFilters,
      sort: choice({
        about: 'What to sort by: the number of problems, or the URL.',
        of: setOrders,
        fallback: 'problems',
      }),
      order: choice({
        about: 'Direction of `sort`; most problems come first without it.',
        of: sortOrders,
      }),
    },
  },
  translationDeclarations: {
    access: 'view',
    share: 'pages',
    scope: 'read',
    method: 'GET',
    path: '/api/translation-sets/:id/declarations',
    response: declarationsSchema,
    tag: 'Results',
    summary: 'What the pages of one set declare by hreflang, with the lines of their source',
    query: {
      crawl,
      set: whole({ about: 'Id of the set. Required.', min: 1, max: 1e9 }),
    },
  },
} as const satisfies EndpointTable
