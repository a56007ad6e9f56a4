/** Names the filters, columns and order that the list has now. */
import { useState } from 'react'
import { Button } from '../../components/button.tsx'
import { TextField } from '../../components/text-field.tsx'
import { MAX_VIEW_NAME } from './saved-views.ts'

interface SaveViewFormProps {
  /** Names that a view cannot have. */
  taken: readonly string[]
  onName: (name: string) => void
}

export function SaveViewForm({ taken, onName }: SaveViewFormProps) {
  const [name, setName] = useState('')
  const [message, setMessage] = useState<string>()
  return (
    <form
      className="grid gap-3 p-3.5"
      onSubmit={event => {
        event.preventDefault()
        const trimmed = name.trim()
        if (trimmed === '') setMessage('Enter a name.')
        else if (taken.includes(trimmed)) setMessage('Choose another name: every crawl has a view of this one.')
        else onName(trimmed)
      }}
    >
      <TextField
        autoFocus
        label="Name of the view"
        hint="Its filters, columns and order are kept in this browser."
        maxLength={MAX_VIEW_NAME}
        autoComplete="off"
        value={name}
        message={message}
        onValue={setName}
      />
      <Button size="small" variant="primary" type="submit" className="justify-self-end">
        Save
      </Button>
    </form>
  )
}
