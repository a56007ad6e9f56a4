/** Custom fields in a form: a row each, with its name, its selector and what is taken of what it finds. Lines are read and written. */
import { Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { FieldValueResponse } from '#shared/api/pages.ts'
import {
  type CustomField,
  type FieldLanguage,
  type FieldMistake,
  MAX_FIELD_NAME,
  MAX_FIELDS,
} from '#shared/custom-fields.ts'
import { Button } from './button.tsx'
import { CrawledText } from './crawled-text.tsx'
import { ErrorText } from './error-text.tsx'
import { SelectField } from './select.tsx'
import { TextField } from './text-field.tsx'
import { emptyField, foundValue, typedField, typedLines, typedMistakes } from './typed-fields.ts'

interface FieldRowsProps {
  /** At first; later changes of them are not shown. */
  lines: readonly string[]
  /** Without rows in which nothing is typed. */
  onLines: (lines: string[]) => void
  /** Mistakes are shown, as the lines have been tested or sent. */
  showsMistakes: boolean
  /** What is wrong with the lines: shown at the field that it names, else below all. */
  message?: string | undefined
  /** What a page has of the fields. */
  values?: readonly FieldValueResponse[] | undefined
}

interface Row {
  key: number
  field: CustomField
  /** Takes the focus. */
  isNew: boolean
}

const languages: readonly { value: FieldLanguage; label: string; example: string }[] = [
  { value: 'css', label: 'CSS selector', example: '.price' },
  { value: 'xpath', label: 'XPath', example: '//span[@itemprop="price"]' },
  { value: 'json', label: 'JSON path', example: '$..offers.price' },
]

const ATTRIBUTE = '@'
const takesOptions = [
  { value: 'text', label: 'Text' },
  { value: ATTRIBUTE, label: 'Attribute' },
  { value: 'count', label: 'Number of matches' },
  { value: 'html', label: 'Inner HTML' },
]

export function FieldRows({ lines, onLines, showsMistakes, message, values = [] }: FieldRowsProps) {
  const [rows, setRows] = useState<readonly Row[]>(() =>
    lines.map((line, key) => ({ key, field: typedField(line), isNew: false })),
  )
  const [nextKey, setNextKey] = useState(rows.length)
  const change = (next: readonly Row[]) => {
    setRows(next)
    onLines(typedLines(next.map(({ field }) => field)))
  }
  const mistakes = typedMistakes(
    rows.map(({ field }) => field),
    { isTested: showsMistakes, values, message },
  )
  return (
    <div className="grid gap-4">
      {rows.map(({ key, field, isNew }, index) => (
        <FieldRow
          key={key}
          number={index + 1}
          isNew={isNew}
          field={field}
          mistake={mistakes[index] ?? null}
          value={foundValue(field, values)}
          onField={changed => change(rows.map(row => (row.key === key ? { ...row, field: changed } : row)))}
          onRemove={() => change(rows.filter(row => row.key !== key))}
        />
      ))}
      <ErrorText className="[overflow-wrap:anywhere]">
        {message !== undefined && mistakes.every(mistake => mistake === null) && message}
      </ErrorText>
      {rows.length < MAX_FIELDS && (
        <Button
          size="small"
          className="justify-self-start"
          onClick={() => {
            setRows([...rows, { key: nextKey, field: emptyField, isNew: true }])
            setNextKey(nextKey + 1)
          }}
        >
          <Plus aria-hidden />
          Add field
        </Button>
      )}
    </div>
  )
}

interface FieldRowProps {
  /** From 1. */
  number: number
  isNew: boolean
  field: CustomField
  mistake: FieldMistake | null
  value: FieldValueResponse | undefined
  onField: (field: CustomField) => void
  onRemove: () => void
}

function FieldRow({ number, isNew, field, mistake, value, onField, onRemove }: FieldRowProps) {
  const { name, language, selector, takes, isAll } = field
  const isAttribute = takes.startsWith(ATTRIBUTE)
  const messageOf = (part: FieldMistake['part']) => (mistake?.part === part ? mistake.message : undefined)
  return (
    <fieldset className="grid min-w-0 gap-3 rounded-card border border-line p-3">
      <legend className="sr-only">{name === '' ? `Field ${number}` : `Field ${name}`}</legend>
      <div className="grid gap-3 sm:grid-cols-[1fr_11rem]">
        <TextField
          autoFocus={isNew}
          label="Name"
          placeholder="Price"
          maxLength={MAX_FIELD_NAME}
          autoComplete="off"
          message={messageOf('name')}
          value={name}
          onValue={value => onField({ ...field, name: value })}
        />
        <SelectField
          label="Selector type"
          options={languages}
          value={language}
          onValue={chosen => onField({ ...field, language: languageOf(chosen).value })}
        />
      </div>
      <TextField
        label="Selector"
        placeholder={languageOf(language).example}
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        className="figures"
        message={messageOf('selector')}
        value={selector}
        onValue={value => onField({ ...field, selector: value })}
      />
      <div className="flex flex-wrap items-end gap-3">
        <div className="w-52 max-sm:w-full">
          <SelectField
            label="What is taken"
            options={takesOptions}
            value={isAttribute ? ATTRIBUTE : takes}
            onValue={chosen => onField({ ...field, ...takenBy(chosen, isAll) })}
          />
        </div>
        {isAttribute && (
          <div className="w-40 max-sm:w-full">
            <TextField
              label="Attribute name"
              placeholder="href"
              autoCapitalize="none"
              autoComplete="off"
              spellCheck={false}
              message={messageOf('takes')}
              value={takes.slice(1)}
              onValue={value => onField({ ...field, takes: `@${value.trim()}` })}
            />
          </div>
        )}
        {takes !== 'count' && (
          <label className="flex h-10 items-center gap-2 text-sm">
            <input
              type="checkbox"
              checked={isAll}
              onChange={event => onField({ ...field, isAll: event.target.checked })}
              className="size-4 accent-accent"
            />
            All matches
          </label>
        )}
        <Button
          variant="ghost"
          size="icon"
          aria-label={name === '' ? `Remove field ${number}` : `Remove field ${name}`}
          className="ml-auto"
          onClick={onRemove}
        >
          <Trash2 aria-hidden />
        </Button>
      </div>
      {value !== undefined && value.error === undefined && (
        <p role="status" className="rounded-control bg-sunken px-3 py-2 text-sm [overflow-wrap:anywhere]">
          {value.text === '' ? (
            <span className="text-ink-muted">Nothing found on this page</span>
          ) : (
            <CrawledText text={value.text} />
          )}
        </p>
      )}
    </fieldset>
  )
}

function languageOf(text: string) {
  return languages.find(({ value }) => value === text) ?? languages[0] ?? { value: 'css', label: '', example: '' }
}

/** A number of matches is of all of them. */
function takenBy(chosen: string, isAll: boolean): Pick<CustomField, 'takes' | 'isAll'> {
  if (chosen === 'count') return { takes: 'count', isAll: false }
  return { takes: chosen === ATTRIBUTE ? '@' : chosen === 'html' ? 'html' : 'text', isAll }
}
