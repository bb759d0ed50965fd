import tlds from 'tlds' with { type: 'json' }

/** Endings that are far more often a file's than a site's. */
const FILE_ENDINGS = ['java', 'md', 'mov', 'py', 'zip']

let endings: ReadonlySet<string> | undefined

/** `example.com` without a scheme: only an ending that exists makes it a site. */
export function isDomain(host: string): boolean {
  const labels = host.split('.')
  if (labels.length < 2 || labels.some((label) => label === '' || label.startsWith('-'))) return false
  endings ??= new Set(tlds.filter((ending) => !FILE_ENDINGS.includes(ending)))
  return endings.has(labels.at(-1)!.toLowerCase())
}
