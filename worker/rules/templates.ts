import * as v from 'valibot'
import { type BusinessChoice, BusinessKey } from './businesses.ts'
import { nameString, requiredString, uuid } from './fields.ts'
import { MAX_RESPONSE_CHARS } from './responses.ts'

/** Per organization. */
export const MAX_TEMPLATES = 100
export const MAX_TEMPLATE_NAME_CHARS = 60

/** Values of the review that a template can insert. */
const TEMPLATE_VARIABLES = ['author', 'first_name', 'business', 'rating', 'platform'] as const
export type TemplateVariable = (typeof TEMPLATE_VARIABLES)[number]

/** Braces around something that looks like a name. */
const VARIABLE = /\{([\p{L}_ ]{1,30})\}/gu

export interface ReplyTemplate {
  id: string
  name: string
  text: string
  /** Id of its business; null for all businesses. */
  businessId: string | null
}

/** Everything on the screen of reply templates. */
export interface TemplatesView {
  templates: ReplyTemplate[]
  businesses: BusinessChoice[]
  mayEdit: boolean
}

const TemplateText = v.pipe(
  requiredString(MAX_RESPONSE_CHARS, 'Text', 'Write the text of the reply.'),
  v.rawCheck(({ dataset, addIssue }) => {
    const unknown = dataset.typed && unknownVariable(dataset.value)
    if (unknown) addIssue({ message: `There is no {${unknown}}. Use ${variableList()}.` })
  }),
)

const TEMPLATE_ENTRIES = {
  name: nameString(MAX_TEMPLATE_NAME_CHARS, 'Name', 'Give the template a name.'),
  text: TemplateText,
  businessId: v.optional(v.nullable(BusinessKey), null),
}

const TemplateKey = uuid('Unknown template.')

export const CreateTemplateInput = v.object(TEMPLATE_ENTRIES)
export type CreateTemplateInput = v.InferOutput<typeof CreateTemplateInput>

export const UpdateTemplateInput = v.object({ id: TemplateKey, ...TEMPLATE_ENTRIES })
export type UpdateTemplateInput = v.InferOutput<typeof UpdateTemplateInput>

export const TemplateId = v.object({ id: TemplateKey })
export type TemplateId = v.InferOutput<typeof TemplateId>

/** '{author}, {first_name}, {business}, {rating} or {platform}' */
function variableList(): string {
  const names = TEMPLATE_VARIABLES.map((name) => `{${name}}`)
  return `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`
}

function unknownVariable(text: string): string | null {
  for (const [, name = ''] of text.matchAll(VARIABLE)) if (!isVariable(name)) return name
  return null
}

function isVariable(name: string): name is TemplateVariable {
  return TEMPLATE_VARIABLES.some((known) => known === name)
}

/** Replaces each variable with its value; other braces stay unchanged. */
export function fillTemplate(text: string, values: Readonly<Record<TemplateVariable, string>>): string {
  return text.replace(VARIABLE, (whole, name: string) => (isVariable(name) ? values[name] : whole))
}
