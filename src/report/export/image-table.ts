import * as z from 'zod/mini'
import type { ImageFact } from '#shared/element-facts.ts'
import { regions } from '#shared/model.ts'
import type { LinkTarget } from '#store/store.ts'
import { factsBatches } from '../batches.ts'
import { type Column, exportTable } from './export-table.ts'
import { targetColumns } from './target-columns.ts'

interface ImageRow {
  pageUrl: string
  image: ImageFact
  file: LinkTarget | null
}

const altStates = ['missing', 'empty', 'text'] as const
const pixels = z.nullable(z.number())

const columns: readonly Column<ImageRow>[] = [
  { key: 'pageUrl', head: 'Page', about: 'Page that holds the image.', schema: z.string(), value: row => row.pageUrl },
  {
    key: 'src',
    head: 'Source',
    about: 'URL of the image; null when it has none, or holds its bytes itself.',
    schema: z.nullable(z.string()),
    value: ({ image }) => image.src,
  },
  {
    key: 'altState',
    head: 'Alt',
    about: 'Whether the alt attribute is missing, is empty or holds text.',
    schema: z.enum(altStates),
    value: ({ image }) => altState(image.alt),
  },
  {
    key: 'alt',
    head: 'Alt text',
    about: 'The alt attribute; null when it is missing.',
    schema: z.nullable(z.string()),
    value: ({ image }) => image.alt,
  },
  {
    key: 'isDecorative',
    head: 'Decorative',
    about: 'Whether it is marked as decoration, which needs no text.',
    schema: z.boolean(),
    value: ({ image }) => image.isDecorative,
  },
  {
    key: 'width',
    head: 'Width (px)',
    about: 'The width attribute, in CSS pixels; null when it is missing.',
    schema: pixels,
    value: ({ image }) => image.width,
  },
  {
    key: 'height',
    head: 'Height (px)',
    about: 'The height attribute, in CSS pixels; null when it is missing.',
    schema: pixels,
    value: ({ image }) => image.height,
  },
  ...targetColumns<ImageRow>(({ file }) => file),
  {
    key: 'contentType',
    head: 'Content type',
    about: 'Media type of the file; null when it is not known.',
    schema: z.nullable(z.string()),
    value: ({ file }) => file?.mediaType || null,
  },
  {
    key: 'size',
    head: 'Size (bytes)',
    about: 'Bytes of the file; null when they are not known.',
    schema: z.nullable(z.int()),
    value: ({ file }) => file?.bytes ?? null,
  },
  {
    key: 'region',
    head: 'Region',
    about: 'Part of the page that it stands in.',
    schema: z.enum(regions),
    value: ({ image }) => image.region,
  },
  { key: 'path', head: 'Element', about: 'Path of the element.', schema: z.string(), value: ({ image }) => image.path },
  {
    key: 'line',
    head: 'Line',
    about: 'Line of the source, from 1; null when unknown.',
    schema: z.nullable(z.int().check(z.positive())),
    value: ({ image }) => image.line || null,
  },
]

/** Every image element as far as facts are kept, by page as in the pages list, then as they stand in the source. */
export const imageTable = exportTable<ImageRow, object>({
  columns,
  async *batches(source) {
    for await (const pages of factsBatches(source)) {
      for (const page of pages) {
        const images = page.facts?.images ?? []
        const sources = images.flatMap(image => image.src ?? [])
        const files = await source.reading.linkTargets(source.crawl.id, sources)
        yield images.map(image => ({ pageUrl: page.url, image, file: files.get(image.src ?? '') ?? null }))
      }
    }
  },
})

function altState(alt: string | null): (typeof altStates)[number] {
  if (alt === null) return 'missing'
  return alt.trim() === '' ? 'empty' : 'text'
}
