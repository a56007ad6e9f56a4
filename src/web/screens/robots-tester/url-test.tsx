/** URLs of the website, each with the line of robots.txt that decides. */
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { robotsEndpoints } from '#shared/api/robots.ts'
import { Button } from '../../components/button.tsx'
import { CardTitle } from '../../components/card.tsx'
import { Table, TableBody, TableCell, TableHead, TableHeaderCell, TableRow } from '../../components/table.tsx'
import { TextArea } from '../../components/text-area.tsx'
import { UrlText } from '../../components/url-text.tsx'
import { callApi, failureReason } from '../../queries/api-client.ts'
import { RobotsResult } from './robots-result.tsx'

interface UrlTestProps {
  siteUrl: string
  agent: string
  /** The draft; undefined for the published file. */
  robotsTxt: string | undefined
}

export function UrlTest({ siteUrl, agent, robotsTxt }: UrlTestProps) {
  const [lines, setLines] = useState('/')
  const test = useMutation({
    mutationFn: () =>
      callApi(robotsEndpoints.testRobots, { body: { url: siteUrl, urls: lines.split('\n'), agent, robotsTxt } }),
  })
  const results = test.data?.results ?? []
  return (
    <form
      noValidate
      aria-label="Test URLs"
      className="grid grid-cols-1 gap-3 border-line border-t pt-4"
      onSubmit={event => {
        event.preventDefault()
        test.mutate()
      }}
    >
      <CardTitle>Test URLs</CardTitle>
      <TextArea
        label="Paths or URLs"
        hint="One per line, such as /search?q=shoes."
        message={test.isError ? failureReason(test.error) : undefined}
        name="urls"
        rows={4}
        value={lines}
        onValue={setLines}
      />
      <Button type="submit" variant="primary" isBusy={test.isPending} className="justify-self-start">
        {test.isPending ? 'Testing...' : 'Test'}
      </Button>
      {results.length > 0 && (
        <Table label={`Results for ${test.data?.agent ?? agent}`}>
          <TableHead>
            <TableRow>
              <TableHeaderCell className="w-[45%]">URL</TableHeaderCell>
              <TableHeaderCell>Result</TableHeaderCell>
              <TableHeaderCell className="w-[40%]">Deciding line</TableHeaderCell>
            </TableRow>
          </TableHead>
          <TableBody>
            {results.map(result => (
              <TableRow key={result.url}>
                <TableCell className="md:max-w-0">
                  <UrlText url={result.url} />
                </TableCell>
                <RobotsResult result={result} />
              </TableRow>
            ))}
          </TableBody>
        </Table>
      )}
    </form>
  )
}
