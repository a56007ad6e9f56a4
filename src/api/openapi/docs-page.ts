import { type Html, type HtmlValue, html, markup } from '#report/client-report/html.ts'
import { endpoints } from '#shared/api/endpoints.ts'
import { streams } from '#shared/api/streams.ts'
import { FOOTER_TEXT, PRODUCT_NAME } from '#shared/constants.ts'
import { fieldList, prose, typeLabels } from './docs-schema.ts'
import { docsStyle } from './docs-style.ts'
import type { Content, OpenApiDocument, Operation, OperationParameter, Reference, ResponseObject } from './model.ts'
import { componentName, type JsonSchema } from './schemas.ts'

interface Section {
  name: string
  description: string
  listed: ListedOperation[]
}

/** The description of the API as a page to read. */
export function docsPage({ info, tags, paths, components }: OpenApiDocument): string {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, operation]): ListedOperation => ({ path, method: method.toUpperCase(), operation }),
    ),
  )
  const sections = tags.map(({ name, description }) => ({
    name,
    description,
    listed: operations.filter(({ operation }) => operation.tags.includes(name)),
  }))
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${info.title}</title>
<style>${markup(docsStyle)}</style>
</head>
<body>
<a class="skip" href="#start">Skip to the description</a>
<header><p class="brand">${brandMark} <a href="/">${PRODUCT_NAME}</a></p>
<h1>${info.title} <span class="version">${info.version}</span></h1>
<p class="intro">${prose(info.description)}</p></header>
<div class="frame">
${contents(sections)}
<main>
${firstSteps}
${sections.map(
  ({ name, description, listed }) => html`<section aria-labelledby="${anchor(name)}">
<h2 id="${anchor(name)}">${name}</h2>
<p>${prose(description)}</p>
${listed.map(each => operationCard(each, components.responses))}</section>
`,
)}${waysIn(components.securitySchemes)}
<section aria-labelledby="schemas"><h2 id="schemas">Schemas</h2>
<p>What bodies and responses hold. Later versions may add fields.</p>
<div class="card schemas">${Object.entries(components.schemas).map(schemaPart)}</div></section>
</main>
</div>
<footer>${FOOTER_TEXT}</footer>
</body>
</html>
`.text
}

const brandMark = markup(
  '<svg viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="8" class="ground"/><path class="ring" d="M16 5v12M10.3 20.8a7 7 0 0 0 11.4 0M6.6 23.6a12 12 0 0 0 18.8 0"/><circle class="lead" cx="16" cy="17.5" r="2.75"/></svg>',
)

function contents(sections: readonly Section[]): Html {
  const others = [
    ['start', 'First steps'],
    ...sections.map(({ name }) => [anchor(name), name] as const),
    ['ways-in', 'Authentication'],
    ['schemas', 'Schemas'],
  ] as const
  const operationsOf = new Map(sections.map(({ name, listed }) => [name, listed]))
  return html`<nav aria-label="Contents"><ul>${others.map(
    ([id, name]) => html`<li><a href="#${id}">${name}</a>${operationLinks(operationsOf.get(name) ?? [])}</li>`,
  )}</ul></nav>`
}

function operationLinks(listed: readonly ListedOperation[]): Html | null {
  if (listed.length === 0) return null
  return html`<ul>${listed.map(
    ({ operation }) => html`<li><a href="#${operation.operationId}">${prose(operation.summary)}</a></li>`,
  )}</ul>`
}

const curl = 'curl -H "Authorization: Bearer $KEY"'
const ofWebsite = (path: string) => `"$SERVER${path.replace(':id', '1')}`

/** From nothing to a file, by a program that every system has. */
const firstSteps = html`<section aria-labelledby="start"><h2 id="start">First steps</h2>
<p>With the URL of this server in <code>SERVER</code> and an API key in <code>KEY</code>, whose scopes are <code>read+crawl</code>:</p>
<ol class="steps">
<li>Crawl a website. The response holds its <code>websiteId</code>, here 1.
<pre>${curl} --json '{"url":"https://example.com"}' "$SERVER${endpoints.startCrawl.path}"</pre></li>
<li>Poll the result until <code>status</code> is <code>complete</code>.
<pre>${curl} ${ofWebsite(endpoints.crawlResult.path)}"</pre></li>
<li>Download the errors as a table.
<pre>${curl} -OJ ${ofWebsite(streams.exportCrawl.path)}?severity=error"</pre></li>
</ol>
<p>The whole of it as an <a href="${streams.openApi.path}">OpenAPI 3.1 document</a>, for programs that write clients.</p></section>`

function waysIn(schemes: OpenApiDocument['components']['securitySchemes']): Html {
  return html`<section aria-labelledby="ways-in"><h2 id="ways-in">Authentication</h2>
<div class="card"><dl class="fields">${Object.entries(schemes).map(
    ([name, { description = '' }]) => html`<div><dt id="way-${name}">${name}</dt><dd>${prose(description)}</dd></div>`,
  )}</dl></div></section>`
}

/** The place that links lead to is inside, so that following one unfolds it. */
function schemaPart([name, schema]: [string, JsonSchema]): Html {
  return html`<details><summary><h3>${name}</h3></summary><div class="schema" id="schema-${name}">${schemaBody(schema)}</div></details>
`
}

/** Fields; of a list or a map, what it is of. */
function schemaBody(schema: JsonSchema): HtmlValue {
  const { description } = schema
  const about = typeof description === 'string' ? html`<p>${prose(description)}</p>` : null
  return [about, schema.properties || schema.oneOf ? fieldList(schema) : html`<p>${typeLabels(schema)}</p>`]
}

function anchor(name: string): string {
  return name.toLowerCase().replaceAll(' ', '-')
}

interface ListedOperation {
  path: string
  /** In capitals. */
  method: string
  operation: Operation
}

/** One operation: its parameters and its responses. */
function operationCard(
  { path, method, operation }: ListedOperation,
  shared: Readonly<Record<string, ResponseObject>>,
): Html {
  const { operationId, summary, description, parameters, requestBody, responses, security } = operation
  const byStatus = Object.entries(responses).map(
    ([status, response]) => [status, '$ref' in response ? resolved(response, shared) : response] as const,
  )
  const errors = byStatus.filter(([status]) => status >= '400')
  return html`<article class="card" aria-labelledby="${operationId}"><h3 id="${operationId}">${prose(summary)}</h3>
<p class="endpoint"><span class="method ${method.toLowerCase()}">${method}</span> <code>${path}</code></p>
${description === undefined ? null : html`<p class="about">${prose(description)}</p>`}
<p class="ways">Authentication: ${security.map((way, index) => [index === 0 ? null : ', or ', wayWords(way)])}</p>
${parameters.length === 0 ? null : html`<h4>Parameters</h4><dl class="fields">${parameters.map(parameterPart)}</dl>`}
${requestBody ? html`<h4>Body</h4>${bodyPart(requestBody.content)}` : null}
<h4>Response</h4><dl class="fields">${byStatus.filter(([status]) => status < '400').map(responsePart)}</dl>
<details><summary>Errors: ${errors.map(([status]) => status).join(', ')}</summary><dl class="fields">${errors.map(responsePart)}</dl></details></article>
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

function responsePart([status, { description, content, headers }]: readonly [string, ResponseObject]): Html {
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

function resolved({ $ref }: Reference, shared: Readonly<Record<string, ResponseObject>>): ResponseObject {
  const found = shared[componentName($ref)]
  if (!found) throw new Error(`${$ref} leads nowhere`)
  return found
}
