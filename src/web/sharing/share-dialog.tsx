/** With whom a website is shared: links for people without an account, and users. */
import { useState } from 'react'
import { Dialog } from '../components/dialog.tsx'
import { Tab, TabList, TabPanel, Tabs } from '../components/tabs.tsx'
import { MemberPanel } from './member-panel.tsx'
import type { SharedCrawl } from './new-link-form.tsx'
import { ShareLinkPanel } from './share-link-panel.tsx'

interface ShareDialogProps extends SharedCrawl {
  initialTab?: 'links' | 'users'
  isOpen: boolean
  onOpen: (isOpen: boolean) => void
}

export function ShareDialog({ initialTab = 'links', isOpen, onOpen, ...crawl }: ShareDialogProps) {
  const [tab, setTab] = useState<string>(initialTab)
  return (
    <Dialog
      isOpen={isOpen}
      onOpen={onOpen}
      isWide
      title="Share"
      description="A link shows one crawl to anyone who has it. Users see the website with all its crawls among their own."
    >
      <Tabs value={tab} onValueChange={setTab}>
        <TabList aria-label="Ways to share">
          <Tab value="links">Links</Tab>
          <Tab value="users">Users</Tab>
        </TabList>
        <TabPanel value="links" className="pt-4">
          <ShareLinkPanel {...crawl} />
        </TabPanel>
        <TabPanel value="users" className="pt-4">
          <MemberPanel websiteId={crawl.websiteId} />
        </TabPanel>
      </Tabs>
    </Dialog>
  )
}
