const EXPRESSION = /\{([^{}]*)\}/g
const VARIABLE = /^((?:\w|%[0-9A-Fa-f]{2})+(?:\.(?:\w|%[0-9A-Fa-f]{2})+)*)(?:\*|:[1-9][0-9]{0,3})?$/
const OPERATOR = /^[+#./;?&]/

/** The names of the variables in an RFC 6570 template; undefined when it is not a valid template. */
export function templateVariables(template: string): ReadonlySet<string> | undefined {
  if (/[{}]/.test(template.replace(EXPRESSION, ''))) return undefined
  const names = new Set<string>()
  for (const [, expression = ''] of template.matchAll(EXPRESSION))
    for (const variable of expression.replace(OPERATOR, '').split(',')) {
      const name = VARIABLE.exec(variable)?.[1]
      if (name === undefined) return undefined
      names.add(name)
    }
  return names
}

/** A variable at the beginning could be a script, or any other scheme, for people who click the link. */
export const beginsSafely = (template: string): boolean => /^(?:https?:\/\/|mailto:)/i.test(template)

export const UNSAFE_BEGINNING = 'URL templates must begin with https://, http:// or mailto:.'
