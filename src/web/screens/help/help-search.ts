/** Finding in the help: all the words that were typed, in any order and any case. Pure. */
import type { CheckResponse } from '#shared/api/checks.ts'
import { foldedKey } from '#shared/fold-text.ts'
import { issueTypeLabel } from '../../issues/issue-type-label.ts'
import { type HelpSection, wordsOf } from './help-blocks.ts'

export interface HelpFindings {
  sections: HelpSection[]
  checks: CheckResponse[]
}

interface Help {
  sections: readonly HelpSection[]
  /** undefined while they are on their way: some may fit. */
  checks: readonly CheckResponse[] | undefined
}

/** Everything when nothing is searched. The section with the checks stays as long as one of them, or its own text, fits. */
export function findHelp({ sections, checks }: Help, search: string): HelpFindings {
  const words = foldedKey(search).split(' ').filter(Boolean)
  const fits = (text: string) => {
    const key = foldedKey(text)
    return words.every(word => key.includes(word))
  }
  const fittingChecks = (checks ?? []).filter(check => fits(checkWords(check)))
  const mayHold = checks === undefined || fittingChecks.length > 0
  return {
    sections: sections.filter(section => fits(wordsOf(section)) || (mayHold && holdsChecks(section))),
    checks: fittingChecks.length > 0 ? fittingChecks : [...(checks ?? [])],
  }
}

function holdsChecks({ blocks }: HelpSection): boolean {
  return blocks.some(block => block.kind === 'checks')
}

function checkWords({ id, type, severity, title, why, fix }: CheckResponse): string {
  return [id, type, issueTypeLabel(type), severity, title, why, fix].join(' ')
}
