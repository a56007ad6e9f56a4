import { fileUrl } from '../queries/api-client.ts'

/** To the page that describes the API; in another tab, so that what is being done here stays. */
export function ApiDocsLink() {
  return (
    <a
      href={fileUrl('docs')}
      target="_blank"
      rel="noopener noreferrer"
      className="text-accent underline underline-offset-4"
    >
      What the API can do
    </a>
  )
}
