import * as z from 'zod/mini'
import { linkKinds, regions } from '#shared/model.ts'
import type { PageLink } from '#store/store.ts'
import { pageLinksBatches } from '../batches.ts'
import { type Column, exportTable } from './export-table.ts'
import { targetColumns } from './target-columns.ts'

interface LinkRow {
  sourceUrl: string
  link: PageLink
}

const columns: readonly Column<LinkRow>[] = [
  {
    key: 'sourceUrl',
    head: 'Source',
    about: 'Page that holds the link.',
    schema: z.string(),
    value: row => row.sourceUrl,
  },
  {
    key: 'targetUrl',
    head: 'Target',
    about: 'URL that it leads to, without fragment; null when the crawl had too many URLs to keep it.',
    schema: z.nullable(z.string()),
    value: ({ link }) => link.target?.url ?? null,
  },
  {
    key: 'fragment',
    head: 'Fragment',
    about: 'Place within the target, as after #.',
    schema: z.nullable(z.string()),
    value: ({ link }) => link.fragment,
  },
  {
    key: 'text',
    head: 'Text',
    about: 'Name of the link, or alternative text of an image.',
    schema: z.string(),
    value: ({ link }) => link.text,
  },
  {
    key: 'kind',
    head: 'Kind',
    about: 'How the page names the target; redirect for a URL that redirects.',
    schema: z.enum(linkKinds),
    value: ({ link }) => link.kind,
  },
  {
    key: 'region',
    head: 'Region',
    about: 'Part of the page that it stands in.',
    schema: z.enum(regions),
    value: ({ link }) => link.region,
  },
  {
    key: 'rel',
    head: 'Rel',
    about: 'The rel attribute in lower case, as words between blanks.',
    schema: z.string(),
    value: ({ link }) => link.rel.join(' '),
  },
  {
    key: 'isNofollow',
    head: 'Nofollow',
    about: 'Whether it is nofollow for search engines.',
    schema: z.boolean(),
    value: ({ link }) => link.isNofollow,
  },
  {
    key: 'isExternal',
    head: 'External',
    about: 'Whether it leads to another site.',
    schema: z.nullable(z.boolean()),
    value: ({ link }) => link.target?.isExternal ?? null,
  },
  ...targetColumns<LinkRow>(({ link }) => link.target),
  { key: 'path', head: 'Element', about: 'Path of the element.', schema: z.string(), value: ({ link }) => link.path },
  {
    key: 'line',
    head: 'Line',
    about: 'Line of the source, from 1; null when unknown.',
    schema: z.nullable(z.int().check(z.positive())),
    value: ({ link }) => link.line || null,
  },
]

/** Every reference from a page to a URL, by page as in the pages list, then as they stand in the source. */
export const linkTable = exportTable<LinkRow, object>({
  columns,
  async *batches(source) {
    for await (const pages of pageLinksBatches(source))
      for (const { url, links } of pages) yield links.map(link => ({ sourceUrl: url, link }))
  },
})
