/** Credentials for a closed website, for signed-in users: among the advanced options, folded. */
import { clsx } from 'clsx'
import { ChevronDown } from 'lucide-react'
import { useId, useState } from 'react'
import type { ChosenOptions } from '#shared/crawl-options.ts'
import { Button } from '../../components/button.tsx'
import { ErrorText } from '../../components/error-text.tsx'
import { PasswordField } from '../../components/password-field.tsx'
import { TextArea } from '../../components/text-area.tsx'
import { TextField } from '../../components/text-field.tsx'
import { useAuth } from '../../state/signed-in-user.ts'
import { AccessTest } from './access-test.tsx'
import { type CredentialFields, hasCredentials, noCredentialFields } from './credential-fields.ts'

interface CredentialInputsProps {
  /** As typed. */
  siteUrl: string
  /** By which the crawl would request the website. */
  route: Pick<ChosenOptions, 'hostMap' | 'proxy'>
  fields: CredentialFields | undefined
  message: string | undefined
  onChange: (fields: CredentialFields) => void
}

export function CredentialInputs({
  siteUrl,
  route,
  fields = noCredentialFields,
  message,
  onChange,
}: CredentialInputsProps) {
  const { user } = useAuth()
  const [isOpen, setOpen] = useState(hasCredentials(fields))
  const regionId = useId()
  const change = (next: Partial<CredentialFields>) => onChange({ ...fields, ...next })
  if (user === null)
    return (
      <p className="text-ink-muted text-sm">
        Closed websites: sign in to crawl with a login form, a user name, cookies, headers or a token.
      </p>
    )
  return (
    <div className="border-line border-t pt-3">
      <Button
        variant="link"
        size="small"
        className="h-7 px-0"
        aria-expanded={isOpen}
        aria-controls={regionId}
        onClick={() => setOpen(!isOpen)}
      >
        Access to a closed website
        <ChevronDown aria-hidden className={clsx('transition-transform', isOpen && 'rotate-180')} />
      </Button>
      <ErrorText className="mt-1">{message}</ErrorText>
      <div id={regionId}>
        {isOpen && (
          <div className="mt-2 grid gap-x-6 gap-y-4 md:grid-cols-2">
            <p className="text-ink-muted text-sm md:col-span-2">
              Encrypted, kept with the website until you delete them, and sent to the listed origins alone. Links that
              would log out are not followed.
            </p>
            <TextField
              label="Login page"
              hint="Its URL, where the website has a login form. Empty: the user name is for basic and digest authentication."
              name="credentialsLoginUrl"
              inputMode="url"
              autoCapitalize="none"
              autoComplete="off"
              spellCheck={false}
              value={fields.loginUrl}
              onValue={loginUrl => change({ loginUrl })}
            />
            <TextField
              label="Proof of the sign-in"
              hint="Of the page behind the form: a text, a URL such as /account, or an element as selector: .account. Empty: a cookie, and no password field."
              name="credentialsLoginProof"
              autoComplete="off"
              spellCheck={false}
              value={fields.loginProof}
              onValue={loginProof => change({ loginProof })}
            />
            <TextField
              label="User name"
              name="credentialsUser"
              autoCapitalize="none"
              autoComplete="off"
              spellCheck={false}
              value={fields.userName}
              onValue={userName => change({ userName })}
            />
            <PasswordField
              label="Password"
              name="credentialsPassword"
              autoComplete="new-password"
              value={fields.password}
              onValue={password => change({ password })}
            />
            <TextArea
              label="Other fields of the form"
              hint="In place of user name and password, one per line, such as customer: 4711. A line of --- begins the next page."
              name="credentialsLoginFields"
              rows={3}
              value={fields.loginFields}
              onValue={loginFields => change({ loginFields })}
            />
            <PasswordField
              label="Bearer token"
              hint="In place of a user name."
              name="credentialsToken"
              autoComplete="new-password"
              value={fields.token}
              onValue={token => change({ token })}
            />
            <PasswordField
              label="Cookies"
              hint="As browsers show them: sid=1a2b; consent=yes"
              name="credentialsCookies"
              autoComplete="new-password"
              value={fields.cookies}
              onValue={cookies => change({ cookies })}
            />
            <TextArea
              label="Headers"
              hint="One per line, such as X-Preview-Key: 1a2b"
              name="credentialsHeaders"
              rows={3}
              value={fields.headers}
              onValue={headers => change({ headers })}
            />
            <TextArea
              label="Origins"
              hint="One per line, such as https://staging.example.com. Empty: those of the start URL and the login page."
              name="credentialsOrigins"
              rows={3}
              value={fields.origins}
              onValue={origins => change({ origins })}
            />
            <TextField
              label="Text of signed-in pages"
              hint="Every page shows it to signed-in users, such as Log out. The crawl ends when it disappears."
              name="credentialsText"
              autoComplete="off"
              value={fields.signedInText}
              onValue={signedInText => change({ signedInText })}
            />
            <AccessTest siteUrl={siteUrl} fields={fields} route={route} />
          </div>
        )}
      </div>
    </div>
  )
}
