import { type IssueType, issueTypes } from '#shared/model.ts'

const initialisms = new Map([
  ['ai', 'AI'],
  ['url', 'URL'],
])

/** `broken_link` as a person reads it: `Broken link`. */
export function issueTypeLabel(type: string): string {
  const [first = '', ...rest] = type.split('_')
  return [initialisms.get(first) ?? first.charAt(0).toUpperCase() + first.slice(1), ...rest].join(' ')
}

/** All types whose name contains a word: how the specification's tabs and screens pick their issues (section 2). */
export function typesContaining(word: string): IssueType[] {
  return issueTypes.filter(type => type.includes(word))
}
