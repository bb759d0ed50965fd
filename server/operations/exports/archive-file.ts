import { fileName } from '../../kernel/files/file-name.ts'

/** The name of the archive in the file store. */
export const archiveFile = (realmId: number, token: string): string => fileName(realmId, 'export', token)

/** The name that a browser gives the archive. */
export const downloadName = (id: number): string => `parley-export-${id}.tar.gz`

/** Where administrators download the archive. Nobody can guess the token. */
export const archivePath = (id: number, token: string): string => `/exports/${token}/${downloadName(id)}`
