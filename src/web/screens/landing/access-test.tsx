/** A button that tests the entered credentials, and what happened. */
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { credentialEndpoints } from '#shared/api/credentials.ts'
import type { ChosenOptions } from '#shared/crawl-options.ts'
import type { TypedCredentials } from '#shared/credentials.ts'
import { parseStartUrl } from '#shared/start-url.ts'
import { Button } from '../../components/button.tsx'
import { CrawledText } from '../../components/crawled-text.tsx'
import { callApi, failureReason } from '../../queries/api-client.ts'
import { type CredentialFields, readCredentialFields } from './credential-fields.ts'

interface AccessTestProps {
  /** As typed. */
  siteUrl: string
  fields: CredentialFields
  /** By which the crawl would request the website. */
  route: Pick<ChosenOptions, 'hostMap' | 'proxy'>
}

export function AccessTest({ siteUrl, fields, route }: AccessTestProps) {
  const [problem, setProblem] = useState('')
  const test = useMutation({
    mutationFn: (credentials: TypedCredentials) =>
      callApi(credentialEndpoints.testAccess, { body: { url: siteUrl, credentials, ...route } }),
  })
  const start = () => {
    test.reset()
    const site = parseStartUrl(siteUrl)
    const read = readCredentialFields(fields, site.ok ? site.url : null)
    const found = !site.ok
      ? site.message
      : !read.ok
        ? read.message
        : read.credentials
          ? ''
          : 'Enter what is to be tested'
    setProblem(found)
    if (found === '' && read.ok && read.credentials) test.mutate(read.credentials)
  }
  const failure = test.isError ? failureReason(test.error) : problem
  return (
    <div className="md:col-span-2">
      <Button aria-disabled={test.isPending} onClick={() => !test.isPending && start()}>
        {test.isPending ? 'Testing the sign-in...' : 'Test sign-in'}
      </Button>
      <div role="status" className="mt-2 grid gap-1 text-sm">
        {failure !== '' && <p className="text-error">{failure}</p>}
        {test.data && (
          <>
            <p className={test.data.isAccepted ? 'text-success' : 'text-error'}>{test.data.message}</p>
            {test.data.shown !== '' && (
              <p className="text-ink-muted [overflow-wrap:anywhere]">
                The page shows: <CrawledText text={test.data.shown} />
              </p>
            )}
          </>
        )}
      </div>
    </div>
  )
}
