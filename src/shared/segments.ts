import * as z from 'zod/mini'
import { type PageCondition, readConditions } from './page-conditions.ts'

/**
 * Named parts of a website: the pages that meet conditions on the columns of the pages list. They belong to the website, so that each of its
 * crawls has them, also those that were made before.
 */

export const MAX_SEGMENTS = 20
export const MAX_SEGMENT_NAME = 60
const MAX_CONDITIONS_TEXT = 2_000

const NO_CONDITIONS = 'The conditions of a segment are such as url:contains:/blog/;language:is:en'

export const segmentSchema = z.object({
  name: z
    .string('Name the segment')
    .check(
      z.trim(),
      z.minLength(1, 'Name the segment'),
      z.maxLength(MAX_SEGMENT_NAME, `The name of a segment has at most ${MAX_SEGMENT_NAME} characters`),
    ),
  /** As the pages list is filtered: `url:contains:/blog/;language:is:en`. */
  conditions: z.string(NO_CONDITIONS).check(
    z.maxLength(MAX_CONDITIONS_TEXT, `The conditions of a segment have at most ${MAX_CONDITIONS_TEXT} characters`),
    z.refine(text => (readConditions(text) ?? []).length > 0, NO_CONDITIONS),
  ),
})
export type Segment = z.infer<typeof segmentSchema>

export const segmentsSchema = z.array(segmentSchema).check(
  z.maxLength(MAX_SEGMENTS, `A website has at most ${MAX_SEGMENTS} segments`),
  z.refine(
    segments => new Set(segments.map(({ name }) => name)).size === segments.length,
    'Two segments have the same name',
  ),
)

export const setSegmentsSchema = z.object({ segments: segmentsSchema })

/** Those of a segment as it is stored. */
export function conditionsOf({ conditions }: Segment): PageCondition[] {
  return readConditions(conditions) ?? []
}
