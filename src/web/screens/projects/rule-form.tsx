/** One own rule: its title and severity, the conditions of its pages, its texts, and examples by which it is tested as it is typed. */
import { useState } from 'react'
import { severities } from '#shared/model.ts'
import { type OwnRule, ruleSchema } from '#shared/own-rules.ts'
import type { ColumnId } from '#shared/page-columns.ts'
import { readConditions, writeConditions } from '#shared/page-conditions.ts'
import { ruleColumnIds, ruleMistake } from '#shared/rule-mistakes.ts'
import { severityLooks } from '../../components/badge.tsx'
import { Button } from '../../components/button.tsx'
import { SelectField } from '../../components/select.tsx'
import { TextArea } from '../../components/text-area.tsx'
import { TextField } from '../../components/text-field.tsx'
import { useUnsaved } from '../../components/unsaved-changes.tsx'
import { ConditionsField } from './named-conditions.tsx'
import { RuleExamples } from './rule-examples.tsx'

interface RuleFormProps {
  websiteId: number
  /** Columns of the custom fields of the website. */
  fields: readonly ColumnId[]
  /** null: a new one. */
  initial: OwnRule | null
  onRule: (rule: OwnRule) => void
  onCancel: () => void
}

/** Until the rule has a title, of which its id is made. */
const newRule: OwnRule = { id: 'new', severity: 'warning', title: '', conditions: '' }

const severityOptions = severities.map(value => ({ value, label: severityLooks[value].label }))

export function RuleForm({ websiteId, fields, initial, onRule, onCancel }: RuleFormProps) {
  const [rule, setRule] = useState(initial ?? newRule)
  const [isSent, setSent] = useState(false)
  useUnsaved(rule !== (initial ?? newRule), 'entry')
  const change = (next: Partial<OwnRule>) => setRule({ ...rule, ...next })
  const conditions = readConditions(rule.conditions) ?? []
  const parsed = ruleSchema.safeParse(rule)
  const messages = new Map(parsed.error?.issues.map(({ path: [part], message }) => [part, message]))
  const messageOf = (part: keyof OwnRule) => (isSent ? messages.get(part) : undefined)
  const mistake = ruleMistake(rule)
  const apply = () => {
    setSent(true)
    if (parsed.data && mistake === null) onRule(parsed.data)
  }
  return (
    <fieldset className="grid min-w-0 gap-4 rounded-card border border-line p-3">
      <legend className="sr-only">{initial === null ? 'New rule' : `Rule ${initial.title}`}</legend>
      <div className="grid gap-3 sm:grid-cols-[1fr_9rem]">
        <TextField
          label="Title"
          placeholder="Product without a price"
          autoComplete="off"
          message={messageOf('title')}
          value={rule.title}
          onValue={title => change({ title })}
        />
        <SelectField
          label="Severity"
          options={severityOptions}
          value={rule.severity}
          onValue={value => change({ severity: severities.find(each => each === value) ?? 'warning' })}
        />
      </div>
      <ConditionsField
        websiteId={websiteId}
        conditions={conditions}
        columns={ruleColumnIds}
        fields={fields}
        message={
          isSent && mistake?.part === 'conditions'
            ? 'Add a condition: the pages that meet all conditions are the finding.'
            : undefined
        }
        onConditions={next => change({ conditions: writeConditions(next) })}
      />
      <TextArea
        label="Why it matters (optional)"
        rows={2}
        wrap="soft"
        message={messageOf('why')}
        value={rule.why ?? ''}
        onValue={why => change({ why })}
      />
      <TextArea
        label="How to fix it (optional)"
        rows={2}
        wrap="soft"
        message={messageOf('fix')}
        value={rule.fix ?? ''}
        onValue={fix => change({ fix })}
      />
      <RuleExamples
        conditions={conditions}
        examples={rule.examples ?? []}
        onExamples={examples => change({ examples: [...examples] })}
      />
      <div className="flex justify-end gap-2">
        <Button size="small" variant="ghost" onClick={onCancel}>
          Cancel
        </Button>
        <Button size="small" variant="primary" onClick={apply}>
          {initial === null ? 'Add rule' : 'Apply'}
        </Button>
      </div>
    </fieldset>
  )
}
