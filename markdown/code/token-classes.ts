/** Maps the scopes of grammars to short classes. Other scopes are plain text. */
const CLASSES: Readonly<Record<string, string>> = {
  addition: 'gi',
  attr: 'na',
  attribute: 'na',
  built_in: 'nb',
  bullet: 'o',
  'char.escape': 'se',
  comment: 'c',
  deletion: 'gd',
  doctag: 'cs',
  emphasis: 'ge',
  keyword: 'k',
  link: 'nn',
  literal: 'kc',
  meta: 'cp',
  'meta.prompt': 'gp',
  name: 'nt',
  number: 'm',
  operator: 'o',
  property: 'na',
  punctuation: 'p',
  quote: 'c',
  regexp: 'sr',
  section: 'gh',
  'selector-attr': 'na',
  'selector-class': 'nc',
  'selector-id': 'nn',
  'selector-pseudo': 'nd',
  'selector-tag': 'nt',
  string: 's',
  strong: 'gs',
  subst: 'si',
  symbol: 'ss',
  'template-tag': 'cp',
  'template-variable': 'nv',
  title: 'nf',
  'title.class': 'nc',
  'title.class.inherited': 'nc',
  'title.function': 'nf',
  'title.function.invoke': 'nf',
  type: 'kt',
  variable: 'nv',
  'variable.constant': 'no',
  'variable.language': 'bp',
}

/** The class of a part with this text. The text decides the kind of string or number. */
export function classFor(scope: string, text: string): string | undefined {
  const general = CLASSES[scope]
  if (general === 's') return general + (text.startsWith("'") ? '1' : text.startsWith('"') ? '2' : '')
  if (general === 'm') return general + (/^0x/i.test(text) ? 'h' : /^\d+\./.test(text) ? 'f' : 'i')
  if (scope === 'comment') return general + (/^(?:\/\/|#|--)/.test(text) ? '1' : text.startsWith('/*') ? 'm' : '')
  return general
}
