/** "Schedule Monitoring": a dialog for signed-in users; a toast says to visitors that it needs an account. */
import { CalendarClock } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Button } from '../../components/button.tsx'
import { useAuth } from '../../state/signed-in-user.ts'
import { type NewToast, useToast } from '../../state/toasts.ts'
import { noWebsiteSelected } from './open-file.ts'

const MonitoringDialog = lazy(() =>
  import('./monitoring/monitoring-dialog.tsx').then(part => ({ default: part.MonitoringDialog })),
)

const needsAccount: NewToast = {
  title: 'Schedules need an account',
  description: 'The data of visitors are deleted when they leave. Log in to have this website crawled on a schedule.',
}

interface ScheduleButtonProps {
  /** null when there is none. */
  websiteId: number | null
  url: string | undefined
}

export function ScheduleButton({ websiteId, url = '' }: ScheduleButtonProps) {
  const { user } = useAuth()
  const { toast } = useToast()
  const [isOpen, setOpen] = useState(false)
  const open = () => {
    if (user === null) toast(needsAccount)
    else if (websiteId === null) toast(noWebsiteSelected)
    else setOpen(true)
  }
  return (
    <>
      <Button className="justify-start" onClick={open}>
        <CalendarClock aria-hidden />
        Schedule Monitoring
      </Button>
      {isOpen && websiteId !== null && (
        <Suspense fallback={null}>
          <MonitoringDialog websiteId={websiteId} url={url} isOpen onOpen={setOpen} />
        </Suspense>
      )}
    </>
  )
}
