const MAX_LENGTH = 30

/** The name shown on messages: the `client` parameter, else the first product of the User-Agent. */
export function clientName(userAgent: string | undefined, parameter: string | undefined): string {
  if (parameter !== undefined && parameter.trim() !== '') return shorten(parameter.trim())
  const product = userAgent?.trim().split(/[/\s]/, 1)[0]
  return product ? shorten(product) : 'Unspecified'
}

// By code points: half a character cannot be stored.
const shorten = (name: string): string => (name.length > MAX_LENGTH ? [...name].slice(0, MAX_LENGTH).join('') : name)
