/** "Robots Tester": URLs against robots.txt as published or as edited, and what an edited file would change for the whole crawl. */

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type RobotsChangesResponse, robotsEndpoints } from '#shared/api/robots.ts'
import { offeredAgents, ROBOTS_AGENT_DEFAULT } from '#shared/robots-test.ts'
import { idNumber } from '#shared/routes.ts'
import { Button } from '../../components/button.tsx'
import { CardContent } from '../../components/card.tsx'
import { CrawledText } from '../../components/crawled-text.tsx'
import { Fetched } from '../../components/fetch-states.tsx'
import { NoSelectedWebsite } from '../../components/no-website.tsx'
import { TextArea } from '../../components/text-area.tsx'
import { TextField } from '../../components/text-field.tsx'
import { IssueScreen, type IssueScreenCrawl } from '../../issues/issue-screen.tsx'
import { callApi } from '../../queries/api-client.ts'
import { DraftChanges } from './draft-changes.tsx'
import { UrlTest } from './url-test.tsx'

const WAITING = 'Fetching robots.txt...'
const AGENTS_ID = 'robots-agents'

type PublishedFile = RobotsChangesResponse['file']

export function RobotsTesterScreen() {
  return (
    <IssueScreen
      title="Robots Tester"
      describe={({ url }) => (
        <p className="break-words">
          Test URLs of <CrawledText text={url} dir="ltr" />
        </p>
      )}
      empty={<NoSelectedWebsite see="what its robots.txt allows" />}
      waitingText={WAITING}
      list={place => <RobotsTester key={`${place.websiteId} ${place.crawlText}`} {...place} />}
    />
  )
}

function RobotsTester({ websiteId, crawlText }: IssueScreenCrawl) {
  const crawl = idNumber(crawlText) ?? undefined
  const published = useQuery({
    queryKey: ['robots', websiteId, crawl],
    queryFn: ({ signal }) => callApi(robotsEndpoints.publishedRobots, { id: websiteId, query: { crawl }, signal }),
  })
  return (
    // As high while it loads as what follows, so that the footer stays below.
    <Fetched query={published} what="Failed to fetch robots.txt" message={WAITING} rows={20}>
      {file => <Tester file={file} websiteId={websiteId} crawl={crawl} />}
    </Fetched>
  )
}

interface TesterProps {
  file: PublishedFile
  websiteId: number
  crawl: number | undefined
}

function Tester({ file, websiteId, crawl }: TesterProps) {
  const [text, setText] = useState(file.text)
  const [agent, setAgent] = useState(ROBOTS_AGENT_DEFAULT)
  const isEdited = text !== file.text
  const subject = { agent: agent.trim() || ROBOTS_AGENT_DEFAULT, robotsTxt: isEdited ? text : undefined }
  return (
    <CardContent className="grid grid-cols-1 gap-5">
      <div className="grid grid-cols-1 content-start gap-4">
        <TextArea
          label="robots.txt"
          hint={<FileNote file={file} isEdited={isEdited} />}
          name="robotsTxt"
          className="h-56"
          value={text}
          onValue={setText}
        />
        <div className="flex flex-wrap items-end gap-3">
          <div className="min-w-56">
            <TextField
              label="User agent"
              name="agent"
              list={AGENTS_ID}
              autoCapitalize="none"
              autoComplete="off"
              spellCheck={false}
              value={agent}
              onValue={setAgent}
            />
            <datalist id={AGENTS_ID}>
              {offeredAgents.map(each => (
                <option key={each} value={each} />
              ))}
            </datalist>
          </div>
          {isEdited && <Button onClick={() => setText(file.text)}>Restore the published file</Button>}
        </div>
      </div>
      <UrlTest siteUrl={new URL(file.url).origin} {...subject} />
      {isEdited && <DraftChanges websiteId={websiteId} crawl={crawl} agent={subject.agent} robotsTxt={text} />}
    </CardContent>
  )
}

function FileNote({ file, isEdited }: { file: PublishedFile; isEdited: boolean }) {
  if (isEdited) return <>A draft: it is tested in place of the published file, and published nowhere.</>
  if (file.note !== '') return <>{file.note}</>
  return (
    <>
      As published at <CrawledText text={file.url} dir="ltr" />. Edit it to test a draft.
      {file.isTruncated && ' It is longer than crawlers read.'}
    </>
  )
}
