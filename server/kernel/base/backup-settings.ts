import { resolve } from 'node:path'
import { anyText, type Problem, type Setting } from './setting.ts'
import type { SettingValue } from './settings.ts'
import { refuse } from './startup-refusal.ts'

/** The backups that the server makes by itself. */
export interface BackupsConfig {
  readonly folder: string
  /** How many stay there. */
  readonly keep: number
  /** Null: they are not encrypted. */
  readonly passphraseFile: string | null
}

const DEFAULT_KEEP = 7

function backups(text: string): Problem | null {
  const fits = /^[1-9]\d{0,3}$/.test(text)
  return fits ? null : { problem: `is "${text}"`, remedy: 'write how many backups stay, such as 7' }
}

export const BACKUP_SETTINGS = [
  {
    name: 'PARLEY_BACKUP_DIR',
    default: '–',
    meaning: 'folder, best on another disk, into which the server writes a backup every day; without it there is none',
    check: anyText,
  },
  {
    name: 'PARLEY_BACKUP_KEEP',
    default: `${DEFAULT_KEEP}`,
    meaning: 'how many of these backups stay; older ones are removed after a new one is complete',
    check: backups,
  },
  {
    name: 'PARLEY_BACKUP_PASSPHRASE_FILE',
    default: '–',
    meaning: 'file with the passphrase that encrypts these backups; without it they are not encrypted',
    check: anyText,
  },
] as const satisfies readonly Setting[]

export function backupsConfig(value: SettingValue): BackupsConfig | null {
  const folder = value('PARLEY_BACKUP_DIR')
  const keep = value('PARLEY_BACKUP_KEEP')
  const passphraseFile = value('PARLEY_BACKUP_PASSPHRASE_FILE')
  if (folder === null) {
    if (keep === null && passphraseFile === null) return null
    const remedy = 'set it, or remove PARLEY_BACKUP_KEEP and PARLEY_BACKUP_PASSPHRASE_FILE'
    throw refuse.setting('PARLEY_BACKUP_DIR', 'is missing', remedy)
  }
  return Object.freeze({
    folder: resolve(folder),
    keep: Number(keep ?? DEFAULT_KEEP),
    passphraseFile: passphraseFile === null ? null : resolve(passphraseFile),
  })
}
