import { readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** A server that runs still loads parts of its bundle, so some older ones stay. */
const KEPT = 5

/** Removes old bundles of this kind from the folder that holds them. */
export function removeOld(parent: string, kind: 'parley' | 'web'): void {
  const age = (name: string) => statSync(join(parent, name), { throwIfNoEntry: false })?.mtimeMs ?? 0
  const bundles = readdirSync(parent).filter((name) => new RegExp(`^${kind}-[0-9a-f]{12}$`).test(name))
  for (const name of bundles.toSorted((a, b) => age(b) - age(a)).slice(KEPT))
    rmSync(join(parent, name), { recursive: true, force: true })
}
