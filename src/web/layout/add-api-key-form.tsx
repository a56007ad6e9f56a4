/** Creates an API key: its name, permissions and expiry. */
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { type ApiKeyScopes, addApiKeySchema, apiKeyScopes } from '#shared/api-key.ts'
import { Button } from '../components/button.tsx'
import { ErrorText } from '../components/error-text.tsx'
import { SelectField } from '../components/select.tsx'
import { TextField } from '../components/text-field.tsx'
import { failureReason } from '../queries/api-client.ts'
import { useAddApiKey } from '../queries/api-keys.ts'

interface AddApiKeyFormProps {
  /** Passes the key itself, which is shown only once. */
  onAdded: (added: { name: string; secret: string }) => void
  onCancel: () => void
}

export const scopeLabels: Record<ApiKeyScopes, string> = { read: 'Read', 'read+crawl': 'Read and crawl' }
const scopeOptions = apiKeyScopes.map(value => ({ value, label: scopeLabels[value] }))
const scopeHints: Record<ApiKeyScopes, string> = {
  read: 'Reads websites, issues, pages and exports.',
  'read+crawl': 'Starts, stops and clears crawls as well.',
}

const NEVER = ''
const expiryOptions = [
  { value: '30', label: 'In 30 days' },
  { value: '90', label: 'In 90 days' },
  { value: '365', label: 'In a year' },
  { value: NEVER, label: 'Never' },
]

export function AddApiKeyForm({ onAdded, onCancel }: AddApiKeyFormProps) {
  const addKey = useAddApiKey()
  const nameField = useRef<HTMLInputElement>(null)
  const [name, setName] = useState('')
  const [scopes, setScopes] = useState<ApiKeyScopes>('read')
  const [days, setDays] = useState('90')
  const [isChecked, setChecked] = useState(false)
  const problem = addApiKeySchema.shape.name.safeParse(name).error?.issues[0]?.message
  // The element that had the focus is gone.
  useEffect(() => nameField.current?.focus(), [])

  const submit = (event: FormEvent) => {
    event.preventDefault()
    setChecked(true)
    if (problem !== undefined) return
    addKey.mutate(
      { name, scopes, expiresInDays: days === NEVER ? undefined : Number(days) },
      { onSuccess: ({ apiKey, secret }) => onAdded({ name: apiKey.name, secret }) },
    )
  }

  return (
    <form noValidate onSubmit={submit} className="space-y-4">
      <TextField
        ref={nameField}
        label="Name"
        autoComplete="off"
        hint="What it is for, such as the program that will use it."
        message={isChecked ? problem : undefined}
        value={name}
        onValue={setName}
      />
      <SelectField
        label="Permissions"
        hint={scopeHints[scopes]}
        options={scopeOptions}
        value={scopes}
        onValue={value => setScopes(apiKeyScopes.find(each => each === value) ?? 'read')}
      />
      <SelectField
        label="Expires"
        hint={days === NEVER ? 'It works until you revoke it.' : undefined}
        options={expiryOptions}
        value={days}
        onValue={setDays}
      />
      <ErrorText>{addKey.isError && failureReason(addKey.error)}</ErrorText>
      <div className="flex gap-2">
        <Button type="submit" variant="primary" isBusy={addKey.isPending}>
          {addKey.isPending ? 'Adding...' : 'Add key'}
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </form>
  )
}
