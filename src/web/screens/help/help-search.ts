/** Search in the help: all typed words, in any order and any case. */
import type { CheckResponse } from '#shared/api/checks.ts'
import { issueTypeLabel } from '../../issues/issue-type-label.ts'
import { wordSearch } from '../../word-search.ts'
import { type HelpSection, sectionText } from './help-blocks.ts'

export interface HelpFindings {
  sections: HelpSection[]
  checks: CheckResponse[]
}

interface Help {
  sections: readonly HelpSection[]
  /** undefined while loading: some may match. */
  checks: readonly CheckResponse[] | undefined
}

/** Returns everything for an empty search. The section of the checks is found by its own text or by a matching check. */
export function findHelp({ sections, checks }: Help, search: string): HelpFindings {
  const matches = wordSearch(search)
  const matchingChecks = (checks ?? []).filter(check => matches(checkText(check)))
  const mayHold = checks === undefined || matchingChecks.length > 0
  return {
    sections: sections.filter(section => matches(sectionText(section)) || (mayHold && holdsChecks(section))),
    checks: matchingChecks.length > 0 ? matchingChecks : [...(checks ?? [])],
  }
}

function holdsChecks({ blocks }: HelpSection): boolean {
  return blocks.some(block => block.kind === 'checks')
}

function checkText({ id, type, severity, title, why, fix }: CheckResponse): string {
  return [id, type, issueTypeLabel(type), severity, title, why, fix].join(' ')
}
