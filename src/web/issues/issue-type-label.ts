import { type IssueType, issueTypes } from '#shared/model.ts'
import { upperFirst } from '../components/format.ts'

const initialisms = new Map([
  ['ai', 'AI'],
  ['url', 'URL'],
])

/** `broken_link` as text: `Broken link`. */
export function issueTypeLabel(type: string): string {
  const [first = '', ...rest] = type.split('_')
  return [initialisms.get(first) ?? upperFirst(first), ...rest].join(' ')
}

/** All types whose name contains a word, by which tabs and screens choose their issues. */
export function typesContaining(word: string): IssueType[] {
  return issueTypes.filter(type => type.includes(word))
}
