import * as z from 'zod/mini'

/**
 * Signing in by the forms of a website, as a visitor would: pages with fields to fill in, one after the other, and what proves that the
 * website has accepted them. Part of the credentials, and as secret.
 */

export const MAX_SIGN_IN_STEPS = 5
export const MAX_SIGN_IN_FIELDS = 10
const MAX_NAME_LENGTH = 200
const MAX_VALUE_LENGTH = 2_000
const MAX_URL_LENGTH = 2_000

function line(name: string, maxLength: number) {
  return z
    .string(`${name} must be a text`)
    .check(
      z.maxLength(maxLength, `${name} has at most ${maxLength} characters`),
      z.regex(/^[^\x00-\x1f\x7f]*$/, `${name} must have no control characters`),
    )
}

const fieldSchema = z.strictObject({
  /**
   * Name or id of the field. `username` and `current-password`, the tokens of its autocomplete attribute, also find a field by its type:
   * the password field, and the text field before it.
   */
  field: line('The name of a field', MAX_NAME_LENGTH).check(z.trim(), z.minLength(1, 'A field has a name')),
  value: line('The value of a field', MAX_VALUE_LENGTH),
})

export const proofKinds = ['text', 'selector', 'url'] as const

/** Shown by the page behind the last form, once signed in. */
const proofSchema = z.strictObject({
  kind: z.enum(proofKinds, 'What proves a sign-in is a text, a selector or a url'),
  /** A text of the page; a CSS selector of an element, for which a browser is needed; or what the URL begins with. */
  value: line('What proves a sign-in', MAX_VALUE_LENGTH).check(
    z.trim(),
    z.minLength(1, 'Enter what proves the sign-in'),
  ),
})

export const signInSchema = z.strictObject({
  /** Of the page with the first form. */
  url: line('The URL of the login page', MAX_URL_LENGTH).check(
    z.trim(),
    z.refine(text => /^https?:$/.test(URL.parse(text)?.protocol ?? ''), 'Enter the URL of the login page'),
  ),
  /** Each is one page: its fields are filled in, then its form is submitted. */
  steps: z
    .array(
      z.strictObject({
        fields: z
          .array(fieldSchema, 'The fields must be a list')
          .check(
            z.minLength(1, 'A step has at least one field'),
            z.maxLength(MAX_SIGN_IN_FIELDS, `A step has at most ${MAX_SIGN_IN_FIELDS} fields`),
          ),
      }),
      'The steps must be a list',
    )
    .check(
      z.minLength(1, 'A sign-in has at least one step'),
      z.maxLength(MAX_SIGN_IN_STEPS, `A sign-in has at most ${MAX_SIGN_IN_STEPS} steps`),
    ),
  /** null: that the last page has no password field, and a cookie was set. */
  proof: z._default(z.nullable(proofSchema), null),
})

export type SignIn = z.infer<typeof signInSchema>
export type SignInProof = NonNullable<SignIn['proof']>
export type SignInFields = SignIn['steps'][number]['fields']

/** Fields of a user name and a password, which every browser finds by these names. */
export const USER_NAME_FIELD = 'username'
export const PASSWORD_FIELD = 'current-password'
