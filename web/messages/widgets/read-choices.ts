import { isObject, isText } from './submessage.ts'

/** What a bot offers to answer. */
export interface Choices {
  readonly kind: 'choices'
  readonly heading: string
  readonly choices: readonly { readonly short: string; readonly text: string; readonly reply: string }[]
}

export function readChoices(extra: Readonly<Record<string, unknown>>): Choices | undefined {
  if (extra['type'] !== 'choices') return undefined
  const all: unknown[] = Array.isArray(extra['choices']) ? extra['choices'] : []
  const choices = all.flatMap((one) => {
    if (!isObject(one)) return []
    const { short_name: short, long_name: text, reply } = one
    return isText(short) && isText(text) && isText(reply) ? [{ short, text, reply }] : []
  })
  return { kind: 'choices', heading: isText(extra['heading']) ? extra['heading'] : '', choices }
}
