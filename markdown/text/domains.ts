import tlds from 'tlds' with { type: 'json' }

/** Endings that are far more often file endings than domains. */
const FILE_ENDINGS = ['java', 'md', 'mov', 'py', 'zip']

let endings: ReadonlySet<string> | undefined

/** True for `example.com` without a scheme. The ending must be a top-level domain. */
export function isDomain(host: string): boolean {
  const labels = host.split('.')
  if (labels.length < 2 || labels.some((label) => label === '' || label.startsWith('-'))) return false
  endings ??= new Set(tlds.filter((ending) => !FILE_ENDINGS.includes(ending)))
  return endings.has(labels.at(-1)!.toLowerCase())
}
