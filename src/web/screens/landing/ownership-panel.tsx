/** What proves that a website is the visitor's: the token to publish, and whether it was found. Loaded when it is opened. */
import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import { ownershipEndpoints } from '#shared/api/ownership.ts'
import { ownershipLabels, ownershipMethods } from '#shared/ownership.ts'
import { Button } from '../../components/button.tsx'
import { CopyButton } from '../../components/copy-button.tsx'
import { CrawledText } from '../../components/crawled-text.tsx'
import { SheetDialog } from '../../components/dialog.tsx'
import { ErrorText } from '../../components/error-text.tsx'
import { callApi, failureReason } from '../../queries/api-client.ts'

interface OwnershipPanelProps {
  isOpen: boolean
  onOpen: (isOpen: boolean) => void
  /** As typed. */
  siteUrl: string
}

const places = {
  'robots-txt': 'Add this line to robots.txt',
  'meta-tag': 'Or add this tag to the head of the start page of the host',
  dns: 'Or add this TXT record to the domain; it holds for subdomains, too',
} as const
const whats = { 'robots-txt': 'line of robots.txt', 'meta-tag': 'meta tag', dns: 'TXT record' } as const

export function OwnershipPanel({ isOpen, onOpen, siteUrl }: OwnershipPanelProps) {
  const ownership = useMutation({
    mutationFn: (isChecked: boolean) =>
      callApi(ownershipEndpoints.ownership, { body: { url: siteUrl, isChecked } }).then(found => ({
        ...found,
        isChecked,
      })),
  })
  const { mutate, data, isPending } = ownership
  useEffect(() => {
    if (isOpen) mutate(false)
  }, [isOpen, mutate])
  const failure = ownership.isError ? failureReason(ownership.error) : undefined
  return (
    <SheetDialog
      isOpen={isOpen}
      onOpen={onOpen}
      title="Prove That a Website Is Yours"
      description="A crawl may ignore robots.txt, or have a user agent of its own, where this token is published. It is looked for again at the start of each crawl."
    >
      <div className="grid grid-cols-1 gap-4 p-5">
        <ErrorText>{failure}</ErrorText>
        {data && (
          <>
            <p className="text-sm">
              For <CrawledText text={data.host} />:
            </p>
            <dl className="grid gap-4">
              {ownershipMethods.map(method => (
                <div key={method}>
                  <dt className="font-medium text-sm">{places[method]}</dt>
                  <dd className="mt-1.5 flex flex-wrap items-center gap-2">
                    <code className="min-w-0 grow basis-60 select-all rounded-control border border-line bg-sunken px-3 py-2 font-mono text-sm [overflow-wrap:anywhere]">
                      {data.published[method]}
                    </code>
                    <CopyButton text={data.published[method]} what={whats[method]} />
                  </dd>
                </div>
              ))}
            </dl>
            <div aria-live="polite" className="text-sm">
              {data.isChecked &&
                (data.proofs.length === 0
                  ? 'The token was not found.'
                  : data.proofs.map(({ method, host }) => (
                      <p key={method + host}>
                        <CrawledText text={host} /> is proved by {ownershipLabels[method]}.
                      </p>
                    )))}
            </div>
            <div>
              <Button variant="primary" isBusy={isPending} onClick={() => mutate(true)}>
                {isPending ? 'Checking...' : 'Check now'}
              </Button>
            </div>
          </>
        )}
      </div>
    </SheetDialog>
  )
}
