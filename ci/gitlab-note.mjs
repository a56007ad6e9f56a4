// Writes the summary of an audit as a note of the merge request, in place of the one that an earlier pipeline has written.
//
//   node gitlab-note.mjs summary.md
//
// Variables of GitLab: CI_API_V4_URL, CI_PROJECT_ID, CI_MERGE_REQUEST_IID. GITLAB_TOKEN is a token of the project with the scope api; without one, or
// without a merge request, nothing is written. That no note can be written fails no build.
import { readFile } from 'node:fs/promises'

/** Begins each note, and is shown to no reader. */
const MARK = '<!-- sitesounder -->'
const NOTES_AT_ONCE = 100
const MAX_PAGES = 20
const TIMEOUT_MS = 20_000

const { CI_API_V4_URL: api, CI_PROJECT_ID: project, CI_MERGE_REQUEST_IID: request, GITLAB_TOKEN: token } = process.env

async function call(path, method, body) {
  const response = await fetch(`${api}/projects/${project}/merge_requests/${request}/notes${path}`, {
    method,
    headers: { 'private-token': token, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  if (!response.ok) throw new Error(`GitLab responded with status ${response.status}`)
  return await response.json()
}

async function earlierNote() {
  for (let page = 1; page <= MAX_PAGES; page++) {
    const notes = await call(`?per_page=${NOTES_AT_ONCE}&page=${page}`, 'GET')
    const note = notes.find(({ body }) => body.startsWith(MARK))
    if (note || notes.length < NOTES_AT_ONCE) return note
  }
}

if (api && project && request && token) {
  try {
    const body = `${MARK}\n${await readFile(process.argv[2], 'utf8')}`
    const note = await earlierNote()
    if (note) await call(`/${note.id}`, 'PUT', { body })
    else await call('', 'POST', { body })
  } catch (error) {
    console.error(`The note of the merge request could not be written: ${error.message}.`)
  }
}
