import { parseDocument } from '#html/html.ts'
import { attribute, attributeTokens, type ElementNode, hasAttribute, isHtml, type RootNode } from '#html/node.ts'
import { PASSWORD_FIELD, type SignInFields, USER_NAME_FIELD } from '#shared/sign-in.ts'
import { decodeBody } from './charset.ts'
import { elementText, visibleTextOf } from './element-text.ts'

/** A page of a sign-in: its forms, filled in as a browser would submit them (HTML standard, 4.10.22), and what it shows. */
export interface LoginPage {
  /** The form that has all these fields, filled in; null where no form has them. */
  fill(fields: SignInFields): FilledForm | null
  hasPasswordField: boolean
  /** What visitors read, with single spaces. */
  text: string
  /** Markup, in which a text may stand that is not shown. */
  source: string
}

export interface FilledForm {
  method: 'GET' | 'POST'
  /** Where it is submitted to. */
  url: string
  /** Names and values in the order of the form: hidden fields such as tokens against forged requests included. */
  entries: [name: string, value: string][]
}

interface LoginResponse {
  url: string
  body: Uint8Array
  contentType: string | null
}

/** Login pages have a dozen. */
const MAX_CONTROLS = 1_000
const MAX_VALUE_LENGTH = 100_000

export function readLoginPage({ url, body, contentType }: LoginResponse): LoginPage {
  const { text: source } = decodeBody({ bytes: body, contentType, isTruncated: false })
  const document = parseDocument(source)
  const { forms, hasPasswordField } = formsOf(document.root)
  const base = (document.base && URL.parse(attribute(document.base, 'href') ?? '', url)?.href) ?? url
  return {
    fill(fields) {
      for (const form of forms) {
        const values = valuesFor(form, fields)
        if (values) return filled(form, values, { url, base })
      }
      return null
    },
    hasPasswordField,
    text: visibleTextOf(document.root).replaceAll(/\s+/g, ' ').trim(),
    source,
  }
}

interface Form {
  element: ElementNode
  controls: ElementNode[]
}

const CONTROLS = new Set(['input', 'select', 'textarea', 'button'])

/** Forms with their controls, those with the fewest password fields first: a registration has two, a login one. */
function formsOf(root: RootNode): { forms: Form[]; hasPasswordField: boolean } {
  let hasPasswordField = false
  const forms: Form[] = []
  const byId = new Map<string, Form>()
  const ahead: { element: ElementNode; form: Form | null }[] = []
  const addChildren = (node: ElementNode | RootNode, form: Form | null) => {
    for (const child of node.childNodes.toReversed()) if (child.kind === 'element') ahead.push({ element: child, form })
  }
  addChildren(root, null)
  let left = MAX_CONTROLS
  for (let next = ahead.pop(); next && left > 0; next = ahead.pop()) {
    const { element } = next
    let { form } = next
    if (element.tagName === 'template' && isHtml(element)) continue
    if (element.tagName === 'form') {
      form = { element, controls: [] }
      forms.push(form)
      const id = attribute(element, 'id')
      if (id) byId.set(id, form)
    } else if (CONTROLS.has(element.tagName)) {
      left--
      hasPasswordField ||= isPassword(element)
      // In tables, forms and fields that stand side by side belong together.
      const owner = byId.get(attribute(element, 'form') ?? '') ?? form ?? forms.at(-1)
      if (owner) owner.controls.push(element)
    }
    addChildren(element, form)
  }
  const passwords = ({ controls }: Form) => controls.filter(isPassword).length
  const order = (form: Form) => passwords(form) || Number.POSITIVE_INFINITY
  return { forms: forms.toSorted((a, b) => (order(a) < order(b) ? -1 : order(a) > order(b) ? 1 : 0)), hasPasswordField }
}

/** Values by the elements that get them; null where a field is missing. */
function valuesFor({ controls }: Form, fields: SignInFields): Map<ElementNode, string> | null {
  const values = new Map<ElementNode, string>()
  for (const { field, value } of fields) {
    const control = findField(controls, field)
    if (!control) return null
    values.set(control, value)
  }
  return values
}

function findField(controls: readonly ElementNode[], field: string): ElementNode | undefined {
  const fields = controls.filter(isFilledIn)
  return (
    fields.find(each => attribute(each, 'name') === field) ??
    fields.find(each => attribute(each, 'id') === field) ??
    fields.find(each => attributeTokens(each, 'autocomplete').includes(field.toLowerCase())) ??
    byType(fields, field)
  )
}

function byType(fields: readonly ElementNode[], field: string): ElementNode | undefined {
  const password = fields.findIndex(isPassword)
  if (field === PASSWORD_FIELD) return fields[password]
  if (field !== USER_NAME_FIELD) return undefined
  const texts = (password < 0 ? fields : fields.slice(0, password)).filter(each => TEXT_TYPES.has(typeOf(each)))
  return password < 0 ? texts[0] : texts.at(-1)
}

const TEXT_TYPES: ReadonlySet<string> = new Set(['text', 'email', 'tel', 'number'])
/** Input types that are not filled in with a text, or sent by another control. */
const OTHER_TYPES: ReadonlySet<string> = new Set(['submit', 'image', 'reset', 'button', 'file', 'hidden'])

function isFilledIn(control: ElementNode): boolean {
  return control.tagName !== 'button' && !OTHER_TYPES.has(typeOf(control)) && !hasAttribute(control, 'disabled')
}

function isPassword(control: ElementNode): boolean {
  return typeOf(control) === 'password'
}

/** Of an input; '' for other controls. */
function typeOf(control: ElementNode): string {
  return control.tagName === 'input' ? (attributeTokens(control, 'type', 1)[0] ?? 'text') : ''
}

function filled(
  { element, controls }: Form,
  values: ReadonlyMap<ElementNode, string>,
  { url, base }: { url: string; base: string },
): FilledForm | null {
  const button = controls.find(isSubmit)
  const entries = controls.flatMap((control): [string, string][] => {
    const name = attribute(control, 'name') ?? ''
    if (name === '' || hasAttribute(control, 'disabled')) return []
    const value = values.get(control) ?? (control === button ? (attribute(control, 'value') ?? '') : ownValue(control))
    return value === null ? [] : [[name, value]]
  })
  const of = (name: string) => (button && attribute(button, `form${name}`)) ?? attribute(element, name) ?? ''
  const target = URL.parse(of('action').trim() || url, base)
  if (!target || !/^https?:$/.test(target.protocol)) return null
  target.hash = ''
  const method = of('method').trim().toLowerCase() === 'post' ? 'POST' : 'GET'
  if (method === 'GET') target.search = new URLSearchParams(entries).toString()
  return { method, url: target.href, entries }
}

/** The default button: the first one. */
function isSubmit(control: ElementNode): boolean {
  if (hasAttribute(control, 'disabled')) return false
  if (control.tagName === 'button') return (attributeTokens(control, 'type', 1)[0] ?? 'submit') === 'submit'
  return typeOf(control) === 'submit' || typeOf(control) === 'image'
}

/** What a control sends that is not filled in; null where it sends nothing. */
function ownValue(control: ElementNode): string | null {
  const given = attribute(control, 'value')
  switch (control.tagName) {
    case 'textarea':
      return elementText(control, MAX_VALUE_LENGTH)
    case 'select':
      return chosenOption(control)
    case 'button':
      return null
    default: {
      const type = typeOf(control)
      if (type === 'checkbox' || type === 'radio') return hasAttribute(control, 'checked') ? (given ?? 'on') : null
      return OTHER_TYPES.has(type) && type !== 'hidden' ? null : (given ?? '')
    }
  }
}

function chosenOption(select: ElementNode): string | null {
  const options = select.childNodes.flatMap(node => {
    if (node.kind !== 'element') return []
    return node.tagName === 'optgroup' ? node.childNodes.filter(each => each.kind === 'element') : [node]
  })
  const chosen = options.find(option => hasAttribute(option, 'selected')) ?? options[0]
  return chosen ? (attribute(chosen, 'value') ?? elementText(chosen, MAX_VALUE_LENGTH).trim()) : null
}
