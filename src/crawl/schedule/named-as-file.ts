import { linkKinds, resourceLinkKinds } from '#shared/model.ts'
import { kindsToMask } from '#shared/page-record.ts'
import type { UrlRow } from '#store/store.ts'

const RESOURCE_KINDS = kindsToMask(resourceLinkKinds, linkKinds)

/** Named as an image, script, stylesheet or other file, wherever it lies; links may lead there, too. */
export function isNamedAsFile({ kinds }: Pick<UrlRow, 'kinds'>): boolean {
  return (kinds & RESOURCE_KINDS) !== 0
}

/** No link leads people there. */
export function isFileAlone({ kinds }: Pick<UrlRow, 'kinds'>): boolean {
  return (kinds & ~RESOURCE_KINDS) === 0
}
