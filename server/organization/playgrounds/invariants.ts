import type { Invariant } from '../../kernel/db/invariant.ts'

export const playgroundsInvariants: readonly Invariant[] = [
  {
    name: 'playground-language',
    holds: 'a playground has a language that a code block can name',
    breaches: `
      select format('playground %s has the language %s', id, language) as detail
      from playground where language !~ '^[A-Za-z0-9_+./#-]{1,40}$'`,
  },
]
