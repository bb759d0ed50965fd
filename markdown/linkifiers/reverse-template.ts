/** The problem with a reverse template, in the words of the contract's clients. */
export class ReverseTemplateError extends Error {}

const PART = /\{\{|\}\}|\{([^}]*)(\}?)|[^{]/gsu

/**
 * The text that a reverse template makes of the values of a pattern's named groups. `{name}` is a value, `{{` and `}}`
 * are braces. Throws a ReverseTemplateError.
 */
export function expandReverseTemplate(template: string, values: ReadonlyMap<string, string>): string {
  let text = ''
  for (const [part, name, end] of template.matchAll(PART)) {
    if (part === '{{' || part === '}}') text += part.charAt(0)
    else if (name === undefined) text += part
    else if (end === '') throw new ReverseTemplateError("Invalid auto-conversion field: missing '}' character.")
    else text += valueNamed(name, values)
  }
  return text
}

function valueNamed(name: string, values: ReadonlyMap<string, string>): string {
  if (name === '') throw new ReverseTemplateError('Invalid auto-conversion field: empty field name.')
  const value = values.get(name)
  if (value === undefined)
    throw new ReverseTemplateError(`Group '${name}' in auto-conversion field is not present in linkifier pattern.`)
  return value
}
