import { type Html, type HtmlValue, html } from '#report/client-report/html.ts'
import { prose } from './docs-prose.ts'
import { typeLabels } from './docs-schema.ts'
import type { Answer, Content, Operation, OperationParameter, Reference } from './model.ts'
import { componentName } from './schemas.ts'

export interface ListedOperation {
  path: string
  /** In capitals. */
  method: string
  operation: Operation
}

/** What may be asked, with what, and what is answered. */
export function operationCard(
  { path, method, operation }: ListedOperation,
  shared: Readonly<Record<string, Answer>>,
): Html {
  const { operationId, summary, description, parameters, requestBody, responses, security } = operation
  const answers = Object.entries(responses).map(
    ([status, answer]) => [status, '$ref' in answer ? resolved(answer, shared) : answer] as const,
  )
  const errors = answers.filter(([status]) => status >= '400')
  return html`<article class="card" aria-labelledby="${operationId}"><h3 id="${operationId}">${prose(summary)}</h3>
<p class="address"><span class="method ${method.toLowerCase()}">${method}</span> <code>${path}</code></p>
${description === undefined ? null : html`<p class="about">${prose(description)}</p>`}
<p class="ways">Asked with ${security.map((way, index) => [index === 0 ? null : ', or ', wayWords(way)])}</p>
${parameters.length === 0 ? null : html`<h4>Parameters</h4><dl class="fields">${parameters.map(parameterPart)}</dl>`}
${requestBody ? html`<h4>Body</h4>${bodyPart(requestBody.content)}` : null}
<h4>Answer</h4><dl class="fields">${answers.filter(([status]) => status < '400').map(answerPart)}</dl>
<details><summary>Errors: ${errors.map(([status]) => status).join(', ')}</summary><dl class="fields">${errors.map(answerPart)}</dl></details></article>
`
}

function wayWords(way: Readonly<Record<string, readonly string[]>>): HtmlValue {
  const names = Object.entries(way)
  if (names.length === 0) return 'nothing'
  return names.map(([name, scopes]) => [html`<a href="#way-${name}">${name}</a>`, scopes.map(scope => ` (${scope})`)])
}

function parameterPart({ name, in: place, description, schema }: OperationParameter): Html {
  const isList = schema.type === 'array'
  const value = [typeLabels(schema), isList ? '; separated by commas' : null, place === 'path' ? ', in the path' : null]
  return html`<div><dt><code>${name}</code></dt><dd>${prose(description)} <span class="value">${value}</span></dd></div>`
}

function bodyPart(content: Content): HtmlValue {
  return Object.entries(content).map(([type, { schema, example }]) => [
    html`<p><code>${type}</code> ${typeLabels(schema)}</p>`,
    example === undefined ? null : html`<pre>${JSON.stringify(example, null, 2)}</pre>`,
  ])
}

function answerPart([status, { description, content, headers }]: readonly [string, Answer]): Html {
  const bodies = Object.entries(content).map(([type, { schema }], index) => [
    index === 0 ? null : ', ',
    html`<code>${type}</code>`,
    '$ref' in schema ? [' ', typeLabels(schema)] : null,
  ])
  const named = Object.entries(headers ?? {}).map(
    ([name, header]) => html`<span class="header"><code>${name}</code> ${prose(header.description)}</span>`,
  )
  return html`<div><dt>${status}</dt><dd>${prose(description)} <span class="value">${bodies}</span>${named}</dd></div>`
}

function resolved({ $ref }: Reference, shared: Readonly<Record<string, Answer>>): Answer {
  const found = shared[componentName($ref)]
  if (!found) throw new Error(`${$ref} leads nowhere`)
  return found
}
