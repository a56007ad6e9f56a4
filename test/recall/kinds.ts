import type { DefectKind } from './defect-kind.ts'
import { contentKinds } from './kinds/content.ts'
import { headKinds } from './kinds/head.ts'
import { languageKinds } from './kinds/languages.ts'
import { linkKinds } from './kinds/links.ts'
import { serverKinds } from './kinds/responses.ts'

/**
 * Kinds of defects out of the public catalogues of other tools. Each is put into a healthy site once, and a whole crawl has to find it. One
 * that no check finds has `finds: null`.
 */
export const defectKinds: readonly DefectKind[] = [
  ...headKinds,
  ...languageKinds,
  ...contentKinds,
  ...linkKinds,
  ...serverKinds,
]
