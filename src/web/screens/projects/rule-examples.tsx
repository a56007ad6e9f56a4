/** Example pages of a rule, each with what it has in the columns of the conditions, and whether the rule must find it. */
import { CircleAlert, CircleCheck, Plus, Trash2 } from 'lucide-react'
import { MAX_EXAMPLES, type RuleExample } from '#shared/own-rules.ts'
import { pageColumn } from '#shared/page-columns.ts'
import type { PageCondition } from '#shared/page-conditions.ts'
import { isExampleMet } from '#shared/rule-mistakes.ts'
import { Button } from '../../components/button.tsx'
import { Select } from '../../components/select.tsx'
import { TextField } from '../../components/text-field.tsx'

interface RuleExamplesProps {
  conditions: readonly PageCondition[]
  examples: readonly RuleExample[]
  onExamples: (examples: readonly RuleExample[]) => void
}

const FOUND = 'found'
const expectations = [
  { value: FOUND, label: 'Must be found' },
  { value: 'not-found', label: 'Must not be found' },
]

export function RuleExamples({ conditions, examples, onExamples }: RuleExamplesProps) {
  if (conditions.length === 0) return null
  return (
    <div className="grid gap-3">
      <p className="text-sm">
        <span className="font-medium">Examples (optional)</span>
        <span className="block text-ink-muted text-xs leading-5">
          Pages by which the rule is tested. A value that is left empty is empty on the page.
        </span>
      </p>
      {examples.map((example, index) => (
        <Example
          // biome-ignore lint/suspicious/noArrayIndexKey: all that an example shows is in the list
          key={index}
          number={index + 1}
          conditions={conditions}
          example={example}
          onExample={changed => onExamples(examples.map((each, at) => (at === index ? changed : each)))}
          onRemove={() => onExamples(examples.filter((_, at) => at !== index))}
        />
      ))}
      {examples.length < MAX_EXAMPLES && (
        <Button
          size="small"
          className="justify-self-start"
          onClick={() => onExamples([...examples, { page: {}, isFound: true }])}
        >
          <Plus aria-hidden />
          Add example
        </Button>
      )}
    </div>
  )
}

interface ExampleProps {
  /** From 1. */
  number: number
  conditions: readonly PageCondition[]
  example: RuleExample
  onExample: (example: RuleExample) => void
  onRemove: () => void
}

function Example({ number, conditions, example, onExample, onRemove }: ExampleProps) {
  const { page, isFound } = example
  const columns = [...new Set(conditions.map(({ column }) => column))]
  const isMet = isExampleMet(example, conditions)
  const change = (column: string, value: string) => {
    const { [column]: _, ...others } = page
    onExample({ isFound, page: value === '' ? others : { ...others, [column]: value } })
  }
  return (
    <fieldset className="grid min-w-0 gap-3 rounded-control bg-sunken p-3">
      <legend className="sr-only">Example {number}</legend>
      <div className="grid gap-3 sm:grid-cols-2">
        {columns.map(column => {
          const { label, options } = pageColumn(column)
          const value = String(page[column] ?? '')
          return options ? (
            <Select
              key={column}
              label={label}
              options={[{ value: '', label }, ...options]}
              value={value}
              className="block w-full self-end"
              onValue={chosen => change(column, chosen)}
            />
          ) : (
            <TextField
              key={column}
              label={label}
              autoComplete="off"
              value={value}
              onValue={value => change(column, value)}
            />
          )
        })}
      </div>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Select
          label={`Expectation of example ${number}`}
          options={expectations}
          value={isFound ? FOUND : 'not-found'}
          onValue={chosen => onExample({ page, isFound: chosen === FOUND })}
        />
        <p role="status" className={`flex items-center gap-1.5 text-sm ${isMet ? 'text-success' : 'text-error'}`}>
          {isMet ? (
            <CircleCheck aria-hidden className="size-4 shrink-0" />
          ) : (
            <CircleAlert aria-hidden className="size-4 shrink-0" />
          )}
          {isMet ? 'As expected' : isFound ? 'The rule does not find this page' : 'The rule finds this page'}
        </p>
        <Button
          variant="ghost"
          size="icon-small"
          aria-label={`Remove example ${number}`}
          className="ml-auto"
          onClick={onRemove}
        >
          <Trash2 aria-hidden />
        </Button>
      </div>
    </fieldset>
  )
}
