import tlds from 'tlds' with { type: 'json' }

/** Endings that are far more often file endings than domains. */
const FILE_ENDINGS = ['java', 'md', 'mov', 'py', 'zip']

let endings: ReadonlySet<string> | undefined

/**
 * True for `example.com` without a scheme. The ending must be a top-level domain. In `done.So` a sentence begins, but
 * `EXAMPLE.COM` is a domain.
 */
export function isDomain(host: string): boolean {
  const labels = host.split('.')
  if (labels.length < 2 || labels.some((label) => label === '' || label.startsWith('-'))) return false
  endings ??= new Set(tlds.filter((ending) => !FILE_ENDINGS.includes(ending)))
  return endings.has(host === host.toUpperCase() ? labels.at(-1)!.toLowerCase() : labels.at(-1)!)
}
