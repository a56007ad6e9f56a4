import { CrawledText } from '../../components/crawled-text.tsx'
import { ShownOnce } from '../../components/shown-once.tsx'

interface GeneratedPasswordProps {
  username: string
  password: string
  onDone: () => void
}

/** A password that the server made for somebody else. */
export function GeneratedPassword({ username, password, onDone }: GeneratedPasswordProps) {
  return (
    <div className="p-5">
      <ShownOnce
        title={
          <>
            The password of <CrawledText text={username} className="[overflow-wrap:anywhere]" />
          </>
        }
        secret={password}
        what="password"
        onDone={onDone}
      >
        <p>Write it down or pass it on now: it will not be shown again. Only a new one can be made.</p>
      </ShownOnce>
    </div>
  )
}
