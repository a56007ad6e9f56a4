import { MEBIBYTE } from '#shared/byte-units.ts'
import type { PageFacts } from '#shared/facts.ts'
import { MAX_IMAGES_PER_PAGE, MAX_LINKS_PER_PAGE } from '#shared/limits.ts'

const number = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 })

/** What of a page was left unread because it is too much, a sentence for each limit that it reached. */
export function readingLimits({
  response,
  totalLinks,
  totalImages,
}: Pick<PageFacts, 'response' | 'totalLinks' | 'totalImages'>): string[] {
  const size = `${number.format(response.bodyBytes / MEBIBYTE)} MB`
  return [
    ...(response.isCutOff ? ['The page broke off before its end: what had arrived was read.'] : []),
    ...(response.isTruncated ? [`Page larger than ${size}: the first ${size} were read.`] : []),
    ...countLimit(totalLinks, { max: MAX_LINKS_PER_PAGE, noun: 'links', verb: 'followed' }),
    ...countLimit(totalImages, { max: MAX_IMAGES_PER_PAGE, noun: 'images', verb: 'looked at' }),
  ]
}

function countLimit(total: number, { max, noun, verb }: { max: number; noun: string; verb: string }): string[] {
  if (total <= max) return []
  const kept = number.format(max)
  return [`More than ${kept} ${noun}: the first ${kept} of ${number.format(total)} were ${verb}.`]
}
