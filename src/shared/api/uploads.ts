import type { EndpointRow } from './contract.ts'
import { endpoints } from './endpoints.ts'

const forms = Object.values<EndpointRow>(endpoints).flatMap(({ upload, path }) =>
  upload ? [new RegExp(`^${path.replace(':id', '[0-9]+')}$`)] : [],
)

/** Whether the body of a request is a file: larger than other bodies, and longer on its way. */
export function isUpload({ method, path }: { method: string; path: string }): boolean {
  return method === 'POST' && forms.some(form => form.test(path))
}
