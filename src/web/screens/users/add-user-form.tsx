/** Adds an account with a name, a role and a password; a generated password is shown in place of the form. */
import { type FormEvent, useState } from 'react'
import { type Role, roles } from '#shared/account.ts'
import { Button } from '../../components/button.tsx'
import { SelectField } from '../../components/select.tsx'
import { TextField } from '../../components/text-field.tsx'
import { useAddUser } from '../../queries/users.ts'
import { useToast } from '../../state/toasts.ts'
import { GeneratedPassword, OptionalPasswordField } from './password-fields.tsx'
import { passwordProblem, usernameProblem } from './user-entries.ts'

const roleOptions: { value: Role; label: string }[] = [
  { value: 'user', label: 'User' },
  { value: 'admin', label: 'Administrator' },
]
const roleHints: Record<Role, string> = {
  user: 'Crawls websites and keeps their results.',
  admin: 'Also administers this server: sees all crawls, adds and disables users.',
}

export function AddUserForm({ onDone }: { onDone: () => void }) {
  const { toast } = useToast()
  const addUser = useAddUser()
  const [username, setUsername] = useState('')
  const [role, setRole] = useState<Role>('user')
  const [password, setPassword] = useState('')
  const [isChecked, setChecked] = useState(false)
  const problems = { username: usernameProblem(username), password: passwordProblem(password) }

  const submit = (event: FormEvent) => {
    event.preventDefault()
    setChecked(true)
    if (problems.username !== undefined || problems.password !== undefined) return
    addUser.mutate(
      { username: username.trim(), role, password },
      {
        onSuccess: ({ user, generatedPassword }) => {
          toast({ title: 'User added', description: `${user.username} can sign in now.` })
          if (generatedPassword === null) onDone()
        },
      },
    )
  }

  const added = addUser.data
  if (added && added.generatedPassword !== null)
    return <GeneratedPassword username={added.user.username} password={added.generatedPassword} onDone={onDone} />
  return (
    <form noValidate onSubmit={submit} className="space-y-5 p-5">
      <TextField
        label="Username"
        autoComplete="off"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        message={isChecked ? problems.username : undefined}
        value={username}
        onValue={setUsername}
      />
      <SelectField
        label="Role"
        hint={roleHints[role]}
        options={roleOptions}
        value={role}
        onValue={value => setRole(roles.find(each => each === value) ?? 'user')}
      />
      <OptionalPasswordField
        label="Password (optional)"
        value={password}
        onValue={setPassword}
        message={isChecked ? problems.password : undefined}
      />
      <div className="flex gap-2">
        <Button type="submit" variant="primary" isBusy={addUser.isPending}>
          {addUser.isPending ? 'Adding...' : 'Add user'}
        </Button>
        <Button onClick={onDone}>Cancel</Button>
      </div>
    </form>
  )
}
