import { fileUrl } from '../queries/api-client.ts'

/** Opens the API documentation in another tab. */
export function ApiDocsLink() {
  return (
    <a
      href={fileUrl('docs')}
      target="_blank"
      rel="noopener noreferrer"
      className="text-accent underline underline-offset-4"
    >
      API documentation
    </a>
  )
}
