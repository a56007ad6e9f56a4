import type { Evidence, IssueDetails } from './model.ts'

type OtherEvidence = Exclude<Evidence['kind'], 'code' | 'table'>

/** Columns of evidence that hold an element as it is written, the most telling first. */
const ELEMENT_COLUMNS = ['Tag', 'Link', 'Image', 'As written', 'Directive', 'hreflang', 'File', 'Target', 'Second one']

export interface CauseElement {
  code: string
  /** Further elements of the same finding. */
  others: number
}

/** What an issue and its response have alike. */
interface WithEvidence {
  details: {
    evidence: readonly (
      | { kind: 'code'; code: string }
      | { kind: 'table'; columns: readonly string[]; rows: readonly (readonly string[])[]; total?: number | undefined }
      | { kind: OtherEvidence }
    )[]
    place?: IssueDetails['place'] | undefined
  }
}

/** The first element that a finding lists; null where it is about a whole page. */
export function causeElement({ details }: WithEvidence): CauseElement | null {
  for (const evidence of details.evidence) {
    if (evidence.kind === 'code') return { code: evidence.code, others: 0 }
    if (evidence.kind !== 'table' || details.place === 'server') continue
    const index = ELEMENT_COLUMNS.map(name => evidence.columns.indexOf(name)).find(found => found >= 0)
    const code = index === undefined ? undefined : evidence.rows[0]?.[index]
    if (code) return { code, others: Math.max(0, (evidence.total ?? evidence.rows.length) - 1) }
  }
  return null
}
