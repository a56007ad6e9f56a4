import { createHash } from 'node:crypto'
import { type Html, type HtmlValue, html, markup } from '#report/hand-over/html.ts'
import { streams } from '#shared/api.ts'
import type { Answer, OpenApiDocument, Operation, OperationParameter, Reference } from './document.ts'
import type { JsonSchema } from './schemas.ts'

const STYLE = `:root{color-scheme:light dark;--line:light-dark(#d4d4d8,#3f3f46);--soft:light-dark(#f4f4f5,#27272a);--dim:light-dark(#52525b,#a1a1aa)}
*{box-sizing:border-box}
body{margin:0 auto;max-width:60rem;padding:1.5rem 1rem 4rem;font:1rem/1.5 system-ui,sans-serif;color:light-dark(#18181b,#fafafa);background:light-dark(#fff,#18181b);overflow-wrap:anywhere}
a{color:light-dark(#1d4ed8,#93c5fd)}
h1{font-size:1.75rem}h2{margin-top:2.5rem;border-bottom:1px solid var(--line)}h3{margin-top:2rem;font-size:1.1rem}
code,pre{font-family:ui-monospace,monospace;font-size:.875em;background:var(--soft);border-radius:.25rem}
code{padding:.1em .3em}pre{padding:.75rem;white-space:pre-wrap}
table{width:100%;border-collapse:collapse}th,td{padding:.375rem .5rem;text-align:left;vertical-align:top;border-bottom:1px solid var(--line)}
dl{display:grid;grid-template-columns:max-content 1fr;gap:.25rem .75rem}dt{font-weight:600}dd{margin:0}
.method{font-weight:700}.dim{color:var(--dim)}.scroll{overflow-x:auto}
@media (max-width:40rem){dl{display:block}dd{margin-bottom:.5rem}}
`

/** Nothing is loaded but what stands in the page, and nothing runs. */
export const docsPolicy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

interface Listed {
  path: string
  method: string
  operation: Operation
}

/** The description of the API as a page to read. */
export function docsPage(document: OpenApiDocument): string {
  const { info, tags, paths, components } = document
  const all = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): Listed => ({ path, method: method.toUpperCase(), operation })),
  )
  const sections = tags.map(({ name, description }) => ({
    name,
    description,
    listed: all.filter(({ operation }) => operation.tags.includes(name)),
  }))
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${info.title}</title>
<style>${markup(STYLE)}</style>
</head>
<body>
<header><h1>${info.title} <span class="dim">${info.version}</span></h1>
<p>${prose(info.description)}</p>
<p><a href="${streams.openApi.path}">OpenAPI 3.1 document</a></p></header>
<nav aria-label="Sections">${sections.map(contents)}<p><a href="#ways-in">Ways to ask</a> · <a href="#schemas">Schemas</a></p></nav>
<main>${sections.map(
    ({
      name,
      description,
      listed,
    }) => html`<section aria-labelledby="${anchor(name)}"><h2 id="${anchor(name)}">${name}</h2><p>${prose(description)}</p>
${listed.map(each => operationPart(each, components.responses))}</section>
`,
  )}<section aria-labelledby="ways-in"><h2 id="ways-in">Ways to ask</h2><dl>${Object.entries(
    components.securitySchemes,
  ).map(
    ([name, scheme]) => html`<dt id="way-${name}">${name}</dt><dd>${prose(scheme.description ?? '')}</dd>`,
  )}</dl></section>
<section aria-labelledby="schemas"><h2 id="schemas">Schemas</h2><p>In JSON Schema, draft 2020-12.</p>${Object.entries(components.schemas).map(schemaPart)}</section>
</main>
</body>
</html>
`.text
}

function contents({ name, listed }: { name: string; listed: Listed[] }): Html {
  return html`<h2>${name}</h2><ul>${listed.map(
    ({ operation }) => html`<li><a href="#${operation.operationId}">${operation.summary}</a></li>`,
  )}</ul>`
}

function operationPart({ path, method, operation }: Listed, shared: Readonly<Record<string, Answer>>): Html {
  const { operationId, summary, description, parameters, requestBody, responses, security } = operation
  const answers = Object.entries(responses).map(([status, answer]) => answerPart(status, resolved(answer, shared)))
  return html`<article aria-labelledby="${operationId}"><h3 id="${operationId}">${summary}</h3>
<p><span class="method">${method}</span> <code>${path}</code></p>
${description === undefined ? null : html`<p>${prose(description)}</p>`}
<p class="dim">Asked with: ${security.map((way, index) => [index === 0 ? '' : ', ', wayPart(way)])}</p>
${parameters.length === 0 ? null : parameterTable(parameters)}
${requestBody ? html`<h4>Body</h4>${Object.entries(requestBody.content).map(([type, { schema, example }]) => html`<p><code>${type}</code> ${schemaName(schema)}</p>${example === undefined ? null : html`<pre><code>${JSON.stringify(example, null, 2)}</code></pre>`}`)}` : null}
<h4>Answers</h4><dl>${answers}</dl></article>
`
}

function wayPart(way: Readonly<Record<string, readonly string[]>>): HtmlValue {
  const names = Object.entries(way)
  if (names.length === 0) return 'nothing'
  return names.map(
    ([name, scopes]) => html`<a href="#way-${name}">${name}</a>${scopes.length === 0 ? '' : ` (${scopes.join(', ')})`}`,
  )
}

function parameterTable(parameters: readonly OperationParameter[]): Html {
  return html`<h4>Parameters</h4><div class="scroll" tabindex="0" role="region" aria-label="Parameters"><table><thead><tr><th scope="col">Name</th><th scope="col">In</th><th scope="col">Value</th><th scope="col">What it does</th></tr></thead><tbody>${parameters.map(
    parameter =>
      html`<tr><th scope="row"><code>${parameter.name}</code></th><td>${parameter.in}</td><td>${valueWords(parameter.schema)}</td><td>${prose(parameter.description)}</td></tr>`,
  )}</tbody></table></div>`
}

function valueWords(schema: JsonSchema): HtmlValue {
  const { type, items, enum: choices, minimum, maximum, maxLength } = schema
  if (type === 'array' && typeof items === 'object' && items !== null)
    return html`comma list of ${valueWords(Object.fromEntries(Object.entries(items)))}`
  const fallback = schema.default === undefined ? null : html`; otherwise <code>${String(schema.default)}</code>`
  if (Array.isArray(choices))
    return [choices.map((each, index) => html`${index === 0 ? '' : ', '}<code>${String(each)}</code>`), fallback]
  const range = minimum !== undefined && maximum !== undefined ? ` from ${minimum} to ${maximum}` : ''
  const longest = maxLength === undefined ? '' : ` of at most ${maxLength} characters`
  return [`${type}${range}${longest}`, fallback]
}

function answerPart(status: string, { description, content, headers }: Answer): Html {
  return html`<dt>${status}</dt><dd>${description} ${Object.entries(content).map(
    ([type, { schema }], index) => html`${index === 0 ? '' : ', '}<code>${type}</code> ${schemaName(schema)}`,
  )}${Object.entries(headers ?? {}).map(([name, header]) => html`<br><code>${name}</code>: ${header.description}`)}</dd>`
}

function resolved(answer: Answer | Reference, shared: Readonly<Record<string, Answer>>): Answer {
  if (!('$ref' in answer)) return answer
  const found = shared[answer.$ref.slice(answer.$ref.lastIndexOf('/') + 1)]
  if (!found) throw new Error(`${answer.$ref} leads nowhere`)
  return found
}

function schemaName(schema: JsonSchema): HtmlValue {
  if (typeof schema.$ref !== 'string') return null
  const name = schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1)
  return html`<a href="#schema-${name}">${name}</a>`
}

function schemaPart([name, schema]: [string, JsonSchema]): Html {
  return html`<h3 id="schema-${name}">${name}</h3><details><summary>Schema of ${name}</summary><pre><code>${JSON.stringify(schema, null, 2)}</code></pre></details>`
}

/** Text in which backticks mark code. */
function prose(text: string): HtmlValue {
  return text.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part))
}

function anchor(name: string): string {
  return name.toLowerCase().replaceAll(' ', '-')
}
