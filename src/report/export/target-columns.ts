import * as z from 'zod/mini'
import { skipReasons } from '#shared/model.ts'
import type { LinkTarget } from '#store/store.ts'
import { failureLabels } from '../unread-labels.ts'
import type { Column } from './export-table.ts'

/** The result of requesting the URL that a link or an image names; nothing is known of one that the crawl did not take in. */
export function targetColumns<Row>(targetOf: (row: Row) => LinkTarget | null): readonly Column<Row>[] {
  return [
    {
      key: 'statusCode',
      head: 'Status code',
      about: 'HTTP status of the target itself; null without a response, or when it was not requested.',
      schema: z.nullable(z.int()),
      value: row => targetOf(row)?.statusCode ?? null,
    },
    {
      key: 'failure',
      head: 'Failure',
      about: 'Why there was no response.',
      schema: z.string(),
      value: row => failureOf(targetOf(row)),
    },
    {
      key: 'skipReason',
      head: 'Not requested because',
      about: 'Why the target was not requested, or not read.',
      schema: z.nullable(z.enum(skipReasons)),
      value: row => targetOf(row)?.skipReason ?? null,
    },
  ]
}

function failureOf(target: LinkTarget | null): string {
  return target === null || target.failure === null ? '' : failureLabels(target.failure, target.failureDetail)
}
